package dev.reprise.retry;

import org.jspecify.annotations.Nullable;

/**
 * Stand for a result that {@link Retrier#rejectIf} rejects: a failure without a stack trace, which carries the result
 * through the classifier and, when no attempt is left, to the caller.
 */
public final class RejectedResult extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient @Nullable Object result;

    RejectedResult(@Nullable Object result) {
        super(null, null, true, false);
        this.result = result;
    }

    /** {@return what the attempt returned; null also after serialization} */
    public @Nullable Object result() {
        return result;
    }

    /** Name the type of the result, whose content may be secret. */
    @Override
    public String getMessage() {
        return "the result was rejected: "
                + (result == null ? "null" : result.getClass().getName());
    }
}
