package dev.reprise.internal;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Find the failure inside the exceptions that the JDK wraps around it. */
public final class Wrappers {
    /** The deepest nesting that is followed; a chain of causes may be a loop. */
    public static final int MAX_DEPTH = 16;

    private Wrappers() {}

    /**
     * Unwrap a failure; allocates nothing and never throws.
     *
     * @param failure what an attempt threw
     * @return the first throwable inside that is no known wrapper, or has no cause; at most {@link #MAX_DEPTH} deep
     */
    public static Throwable unwrap(Throwable failure) {
        Throwable inner = failure;
        for (int depth = 0; depth < MAX_DEPTH && isWrapper(inner); depth++) {
            Throwable cause = Causes.of(inner);
            if (cause == null) {
                return inner;
            }
            inner = cause;
        }
        return inner;
    }

    /**
     * Tell whether failures of a class are wrappers.
     *
     * @param type the class of a failure
     * @return true if {@link #unwrap} looks through them
     */
    public static boolean areWrappers(Class<?> type) {
        return CompletionException.class.isAssignableFrom(type)
                || ExecutionException.class.isAssignableFrom(type)
                || UndeclaredThrowableException.class.isAssignableFrom(type)
                || InvocationTargetException.class.isAssignableFrom(type);
    }

    private static boolean isWrapper(Throwable failure) {
        return failure instanceof CompletionException
                || failure instanceof ExecutionException
                || failure instanceof UndeclaredThrowableException
                || failure instanceof InvocationTargetException;
    }
}
