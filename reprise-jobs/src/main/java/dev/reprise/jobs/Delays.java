package dev.reprise.jobs;

import java.time.Duration;
import java.util.Objects;

/** Checks of durations, each with a message that names the setting, the value and what is allowed. */
final class Delays {
    private Delays() {}

    static Duration aboveZero(String name, Duration delay) {
        if (Objects.requireNonNull(delay, name).isNegative() || delay.isZero()) {
            throw new IllegalArgumentException(name + ": " + delay + " is not above zero");
        }
        return delay;
    }

    static Duration notNegative(String name, Duration delay) {
        if (Objects.requireNonNull(delay, name).isNegative()) {
            throw new IllegalArgumentException(name + ": " + delay + " is negative; allowed is zero or more");
        }
        return delay;
    }
}
