package dev.reprise.internal;

/** Throw a failure untouched. */
public final class Rethrow {
    private Rethrow() {}

    /**
     * Throw a failure as it came: the compiler is told of one checked type, the caller gets what the attempt threw.
     *
     * @param failure what to throw
     * @param <X> the checked type that the compiler is told of
     * @return never; for {@code throw} statements, which tell the compiler so
     * @throws X the failure, whatever its type
     */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"
    }) // The cast is the purpose, and is none at run time.
    public static <X extends Throwable> X asItCame(Throwable failure) throws X {
        throw (X) failure;
    }
}
