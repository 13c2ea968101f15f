package dev.reprise.retry;

import dev.reprise.http.HttpFailure;
import dev.reprise.http.HttpResponses;
import org.jspecify.annotations.Nullable;

/**
 * Stand for a result that {@link Retrier#rejectIf} rejects: a failure without a stack trace, which carries the result
 * through the classifier and, when no attempt is left, to the caller.
 *
 * <p>If the result is a response that {@link HttpResponses} reads, the classifier sees its status and headers: a hint is
 * obeyed, and a status such as 404 is not retried, unless the classifier is told so.
 */
public final class RejectedResult extends RuntimeException implements HttpFailure {
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

    @Override
    public int status() {
        return HttpResponses.status(result);
    }

    @Override
    public @Nullable String header(String name) {
        return HttpResponses.header(result, name);
    }

    /** Name the HTTP status, or the type of the result, whose content may be secret. */
    @Override
    public String getMessage() {
        int status = status();
        if (status != 0) {
            return "the result was rejected: HTTP status " + status;
        }
        return "the result was rejected: "
                + (result == null ? "null" : result.getClass().getName());
    }
}
