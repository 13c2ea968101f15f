package dev.reprise.jobs.worker;

import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts together the policy that is in force for a stored job: kind and attempts are the row's, the rest is the live type's or
 * the job's own, floor and bound the worker's.
 */
final class Policies {
    /** The floor of a retry in jobs. */
    static final Duration FLOOR = Duration.ofSeconds(1);

    /** The highest attempt that a row can hold. */
    static final int LAST_ATTEMPT = 32_767;

    private static final int MAX_ATTEMPTS = 32_766;
    private static final int MAX_KNOWN = 1_000;

    private final RetryPolicy live;
    private final Duration maxRetryDelay;
    private final Map<Key, RetryPolicy> known = new ConcurrentHashMap<>();

    Policies(RetryPolicy live, Duration maxRetryDelay) {
        this.live = live;
        this.maxRetryDelay = maxRetryDelay;
    }

    /** The policy of a claimed job; {@code text} counts only if the job has its own. */
    RetryPolicy of(@Nullable RetryKind kind, int maxAttempts, @Nullable String text, boolean isOwn)
            throws BadRowException {
        if (kind == null) {
            throw BadRowException.unknownKind();
        }
        Key key = new Key(kind, maxAttempts, isOwn ? text : null, isOwn);
        RetryPolicy found = known.get(key);
        if (found == null) {
            RetryPolicy base = isOwn ? stored(text).retryOn(live.retryOn()).neverOn(live.neverOn()) : live;
            found = bounded(attempts(base.kind(kind), maxAttempts), maxRetryDelay);
            if (known.size() >= MAX_KNOWN) {
                known.clear();
            }
            known.put(key, found);
        }
        return found;
    }

    /** Reads a stored policy. */
    static RetryPolicy stored(@Nullable String text) throws BadRowException {
        if (text == null) {
            return RetryPolicy.defaults();
        }
        try {
            return RetryPolicy.parse(text);
        } catch (IllegalArgumentException | IllegalStateException unreadable) {
            throw BadRowException.unreadablePolicy(text, unreadable);
        }
    }

    /** Adds the floor of jobs, and cuts both bounds to the worker's. */
    static RetryPolicy bounded(RetryPolicy policy, Duration maxRetryDelay) {
        RetryPolicy floored = policy.minDelayIfUnset(FLOOR);
        if (floored.maxDelay().compareTo(maxRetryDelay) <= 0) {
            return floored;
        }
        Duration floor = floored.minDelay();
        return floor != null && floor.compareTo(maxRetryDelay) > 0
                ? floored.minDelay(maxRetryDelay).maxDelay(maxRetryDelay)
                : floored.maxDelay(maxRetryDelay);
    }

    private static RetryPolicy attempts(RetryPolicy policy, int stored) {
        int clamped = Math.max(1, Math.min(stored, MAX_ATTEMPTS));
        try {
            return policy.maxAttempts(clamped);
        } catch (IllegalStateException saidAsRetries) {
            return policy.maxRetries(clamped - 1);
        }
    }

    private record Key(
            RetryKind kind, int maxAttempts, @Nullable String text, boolean isOwn) {}
}
