package dev.reprise.policy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Hold what a decision may know besides the failure: it owns neither the clock nor the random. */
public final class AttemptState {
    private final int attempt;
    private final int failures;
    private final InstantSource clock;
    private final RandomGenerator random;

    /** Null until it is asked for: most decisions never do, and a clock costs more than the rest of them. */
    private @Nullable Instant now;

    /**
     * Hold what is known.
     *
     * @param attempt the attempt that failed, counted from 1
     * @param failures how many attempts have failed so far, this one included; at most {@code attempt}, less where a
     *     crash spent an attempt
     * @param now the instant of the failure, which dates in server hints are measured from
     * @param random where a jittered delay is drawn from
     * @throws IllegalArgumentException if a count is outside its range
     */
    public AttemptState(int attempt, int failures, Instant now, RandomGenerator random) {
        this(attempt, failures, InstantSource.fixed(Objects.requireNonNull(now, "now")), random);
    }

    /**
     * Hold what is known, and a clock that is looked at once, when somebody first asks for the instant: for code that runs
     * calls and decides at once. Whoever replays a decision passes the instant.
     *
     * @param attempt as above
     * @param failures as above
     * @param clock tells the instant of the failure: the decision is made at once
     * @param random as above
     * @throws IllegalArgumentException if a count is outside its range
     */
    public AttemptState(int attempt, int failures, InstantSource clock, RandomGenerator random) {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempt: " + attempt + " is below 1; attempts are counted from 1");
        }
        if (failures < 0 || failures > attempt) {
            throw new IllegalArgumentException("failures: " + failures + " is not from 0 to attempt (" + attempt + ")");
        }
        this.attempt = attempt;
        this.failures = failures;
        this.clock = Objects.requireNonNull(clock, "clock");
        this.random = Objects.requireNonNull(random, "random");
    }

    /** {@return the attempt that failed, counted from 1} */
    public int attempt() {
        return attempt;
    }

    /** {@return how many attempts have failed so far, this one included; at most {@link #attempt}} */
    public int failures() {
        return failures;
    }

    /** {@return the instant of the failure, always the same: dates in server hints are measured from it} */
    public synchronized Instant now() {
        Instant known = now;
        if (known == null) {
            known = clock.instant();
            now = known;
        }
        return known;
    }

    /** Say the counts, without a look at the clock. */
    @Override
    public String toString() {
        return "attempt " + attempt + ", failures " + failures;
    }

    /** {@return where a jittered delay is drawn from} */
    public RandomGenerator random() {
        return random;
    }
}
