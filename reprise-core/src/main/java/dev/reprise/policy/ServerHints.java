package dev.reprise.policy;

import dev.reprise.http.HttpFailures;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Obey the hints of the two statuses that may carry one; see {@link RetryClassifiers#serverHints()}. */
final class ServerHints implements RetryClassifier {
    static final ServerHints INSTANCE = new ServerHints();

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int SERVICE_UNAVAILABLE = 503;

    private ServerHints() {}

    @Override
    public @Nullable RetryOverride classify(Throwable failure, AttemptState state) {
        int status = HttpFailures.status(failure);
        if (status != TOO_MANY_REQUESTS && status != SERVICE_UNAVAILABLE) {
            return null;
        }
        Duration hint = HttpFailures.hint(failure, state.now());
        return hint == null ? null : RetryOverride.hint(hint).as(RetryKind.TRANSIENT);
    }

    @Override
    public Set<RetryKind> claims() {
        return Set.of(RetryKind.TRANSIENT);
    }

    @Override
    public String toString() {
        return "serverHints()";
    }
}
