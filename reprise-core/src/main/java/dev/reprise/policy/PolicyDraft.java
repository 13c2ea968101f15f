package dev.reprise.policy;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Durations;
import dev.reprise.backoff.Jitter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Collect the settings of a policy, all defaults first, and check them together. */
final class PolicyDraft {
    /** As many as fit a 16-bit count with one to spare, which a store needs to count one above the last. */
    static final int MOST_ATTEMPTS = 32_766;

    static final Backoff DEFAULT_BACKOFF = Backoff.exponential(Duration.ofSeconds(5))
            .limit(Duration.ofHours(1))
            .jitter(Jitter.ratio(0.2));

    RetryKind kind = RetryKind.TRANSIENT;
    int maxAttempts = 3;

    @Nullable
    String attemptsSetBy = null;

    List<Class<? extends Throwable>> retryOn = List.of(Exception.class);
    List<Class<? extends Throwable>> neverOn = List.of();

    @Nullable
    Duration timeBudget = null;

    Backoff backoff = DEFAULT_BACKOFF;

    @Nullable
    Duration minDelay = null;

    Duration maxDelay = Duration.ofHours(24);
    HintMode hintMode = HintMode.AT_LEAST;
    double hintSpread = 0;

    PolicyDraft() {}

    PolicyDraft(RetryPolicy policy) {
        kind = policy.kind();
        maxAttempts = policy.maxAttempts();
        attemptsSetBy = policy.attemptsSetBy();
        retryOn = policy.retryOn();
        neverOn = policy.neverOn();
        timeBudget = policy.timeBudget();
        backoff = policy.backoff();
        minDelay = policy.minDelay();
        maxDelay = policy.maxDelay();
        hintMode = policy.hintMode();
        hintSpread = policy.hintSpread();
    }

    /** Set the number of attempts by one of its two names, which must stay the only one. */
    void attempts(String setting, int value, int attempts) {
        if (attemptsSetBy != null && !attemptsSetBy.equals(setting)) {
            throw new IllegalStateException(
                    "maxAttempts and maxRetries are both set; a policy takes one, maxRetries is maxAttempts minus 1");
        }
        if (attempts < 1 || attempts > MOST_ATTEMPTS) {
            int offset = attempts - value;
            throw new IllegalArgumentException(
                    setting + ": " + value + " is not from " + (1 - offset) + " to " + (MOST_ATTEMPTS - offset));
        }
        attemptsSetBy = setting;
        maxAttempts = attempts;
    }

    void check() {
        requirePositive("timeBudget", timeBudget);
        requirePositive("maxDelay", maxDelay);
        if (minDelay != null && minDelay.isNegative()) {
            throw new IllegalArgumentException("minDelay: " + minDelay + " is negative; allowed is zero or more");
        }
        if (minDelay != null && minDelay.compareTo(maxDelay) > 0) {
            throw new IllegalStateException(
                    "minDelay: " + Durations.format(minDelay) + " is above maxDelay: " + Durations.format(maxDelay));
        }
        if (!(hintSpread >= 0 && hintSpread <= 1)) {
            throw new IllegalArgumentException("hintSpread: " + hintSpread + " is not a ratio from 0 to 1");
        }
        if (hintSpread > 0 && hintMode == HintMode.EXACT) {
            throw new IllegalStateException("hintSpread: " + hintSpread
                    + " contradicts hintMode: EXACT; only a hint that is AT_LEAST is spread");
        }
        for (Class<? extends Throwable> type : retryOn) {
            if (InterruptedException.class.isAssignableFrom(type)
                    || CancellationException.class.isAssignableFrom(type)
                    || VirtualMachineError.class.isAssignableFrom(type)) {
                throw new IllegalArgumentException("retryOn: " + type.getName()
                        + " is never decided on; interrupts, cancellation and errors of the JVM pass through");
            }
        }
    }

    private static void requirePositive(String setting, @Nullable Duration value) {
        if (value != null && (value.isNegative() || value.isZero())) {
            throw new IllegalArgumentException(setting + ": " + value + " is not above zero");
        }
    }
}
