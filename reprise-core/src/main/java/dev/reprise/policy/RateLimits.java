package dev.reprise.policy;

import dev.reprise.http.HttpFailures;
import dev.reprise.internal.Wrappers;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Recognise rate limits; see {@link RetryClassifiers#rateLimitAware(RetryKind)}. */
record RateLimits(@Nullable RetryKind claim) implements RetryClassifier {
    private static final int TOO_MANY_REQUESTS = 429;

    @Override
    public @Nullable RetryOverride classify(Throwable failure, AttemptState state) {
        if (!isRateLimit(failure)) {
            return null;
        }
        Duration hint = HttpFailures.hint(failure, state.now());
        if (hint == null) {
            return claim == null ? null : RetryOverride.kind(claim);
        }
        RetryOverride override = RetryOverride.hint(hint);
        return claim == null ? override : override.as(claim);
    }

    @Override
    public Set<RetryKind> claims() {
        return claim == null ? Set.of() : Set.of(claim);
    }

    private static boolean isRateLimit(Throwable failure) {
        String name = SimpleNames.of(Wrappers.unwrap(failure).getClass());
        return name.equals("RateLimitError")
                || name.equals("RateLimitException")
                || HttpFailures.status(failure) == TOO_MANY_REQUESTS;
    }

    @Override
    public String toString() {
        return "rateLimitAware(" + (claim == null ? "none" : claim) + ")";
    }
}
