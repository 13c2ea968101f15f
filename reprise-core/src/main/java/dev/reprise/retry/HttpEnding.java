package dev.reprise.retry;

import dev.reprise.http.HttpStatusException;
import dev.reprise.policy.FailReason;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/** Return the last answer, unless its body is released already or its retry was refused for the request's body. */
record HttpEnding(HttpRequest request, boolean mayRepeat) implements Ending {
    @Override
    public @Nullable Throwable thrown(Throwable failure, @Nullable FailReason reason) {
        if (reason == FailReason.NOT_REPEATABLE && mayRepeat) {
            HttpAnswers.releaseRejected(failure);
            return new BodyNotReplayableException(ReplayableBody.refusal(request), asThrown(failure));
        }
        if (reason == FailReason.INTERRUPTED) {
            return asThrown(failure);
        }
        return failure instanceof RejectedResult ? null : failure;
    }

    @Override
    public void unheard(Object result) {
        HttpAnswers.release(result);
    }

    private static Throwable asThrown(Throwable failure) {
        if (!(failure instanceof RejectedResult rejected && rejected.result() instanceof HttpResponse<?> answer)) {
            return failure;
        }
        HttpStatusException thrown =
                new HttpStatusException(answer.statusCode(), answer.headers().map());
        for (Throwable note : rejected.getSuppressed()) {
            thrown.addSuppressed(note);
        }
        return thrown;
    }
}
