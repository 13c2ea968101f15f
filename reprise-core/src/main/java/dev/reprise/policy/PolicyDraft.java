package dev.reprise.policy;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Durations;
import dev.reprise.backoff.Jitter;
import java.nio.channels.ClosedByInterruptException;
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

    private static final Duration DEFAULT_MAX_DELAY = Duration.ofDays(1);

    private final SettingNames names;

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

    Duration maxDelay = DEFAULT_MAX_DELAY;
    HintMode hintMode = HintMode.AT_LEAST;
    double hintSpread = 0;

    PolicyDraft(SettingNames names) {
        this.names = names;
    }

    PolicyDraft(RetryPolicy policy) {
        names = SettingNames.CODE;
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

    void maxAttempts(long value) {
        attempts("maxAttempts", names.attempts, value, value);
    }

    void maxRetries(long value) {
        attempts("maxRetries", names.retries, value, value + 1);
    }

    /** Set the number of attempts by one of its two names, which must stay the only one. */
    private void attempts(String setting, String name, long value, long attempts) {
        if (attemptsSetBy != null && !attemptsSetBy.equals(setting)) {
            throw new IllegalStateException(names.attempts + " and " + names.retries
                    + " are both set; a policy takes one, " + names.retries + " is " + names.attempts + " minus 1");
        }
        if (attempts < 1 || attempts > MOST_ATTEMPTS) {
            long offset = attempts - value;
            throw new IllegalArgumentException(
                    name + ": " + value + " is not from " + (1 - offset) + " to " + (MOST_ATTEMPTS - offset));
        }
        attemptsSetBy = setting;
        maxAttempts = (int) attempts;
    }

    void check() {
        requirePositive(names.budget, timeBudget);
        requirePositive(names.bound, maxDelay);
        if (minDelay != null && minDelay.isNegative()) {
            throw new IllegalArgumentException(names.floor + ": " + minDelay + " is negative; allowed is zero or more");
        }
        if (minDelay != null && minDelay.compareTo(maxDelay) > 0) {
            throw new IllegalStateException(names.floor + ": " + Durations.format(minDelay) + " is above " + names.bound
                    + ": " + Durations.format(maxDelay) + whereFrom());
        }
        if (!(hintSpread >= 0 && hintSpread <= 1)) {
            throw new IllegalArgumentException(
                    names.spread + ": " + names.ratio(hintSpread) + " is not " + names.ratioRange());
        }
        if (hintSpread > 0 && hintMode == HintMode.EXACT) {
            throw new IllegalStateException(names.spread + ": " + names.ratio(hintSpread) + " contradicts "
                    + names.hint + ": " + names.mode(HintMode.EXACT) + "; only a hint that is "
                    + names.mode(HintMode.AT_LEAST) + " is spread");
        }
        for (Class<? extends Throwable> type : retryOn) {
            if (InterruptedException.class.isAssignableFrom(type)
                    || ClosedByInterruptException.class.isAssignableFrom(type)
                    || CancellationException.class.isAssignableFrom(type)
                    || VirtualMachineError.class.isAssignableFrom(type)) {
                throw new IllegalArgumentException("retryOn: " + type.getName()
                        + " is never decided on; interrupts, cancellation and errors of the JVM pass through");
            }
        }
    }

    /** Tell of a bound that nobody may have set: who raises the floor has to raise it, and in code first. */
    private String whereFrom() {
        if (!maxDelay.equals(DEFAULT_MAX_DELAY)) {
            return "";
        }
        return ", the default; set " + names.bound + (names == SettingNames.CODE ? " first" : " too");
    }

    private static void requirePositive(String setting, @Nullable Duration value) {
        if (value != null && (value.isNegative() || value.isZero())) {
            String given = value.isZero() ? Durations.format(value) : value.toString();
            throw new IllegalArgumentException(setting + ": " + given + " is not above zero");
        }
    }
}
