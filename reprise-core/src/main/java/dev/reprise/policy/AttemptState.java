package dev.reprise.policy;

import java.time.Instant;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Hold what a decision may know besides the failure: it reads no clock and owns no random.
 *
 * @param attempt the attempt that failed, counted from 1
 * @param failures how many attempts have failed so far, this one included; at most {@code attempt}, less where a crash
 *     spent an attempt
 * @param now the instant of the failure, which dates in server hints are measured from
 * @param random where a jittered delay is drawn from
 */
public record AttemptState(int attempt, int failures, Instant now, RandomGenerator random) {
    /** {@inheritDoc} */
    public AttemptState {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempt: " + attempt + " is below 1; attempts are counted from 1");
        }
        if (failures < 0 || failures > attempt) {
            throw new IllegalArgumentException("failures: " + failures + " is not from 0 to attempt (" + attempt + ")");
        }
        Objects.requireNonNull(now, "now");
        Objects.requireNonNull(random, "random");
    }
}
