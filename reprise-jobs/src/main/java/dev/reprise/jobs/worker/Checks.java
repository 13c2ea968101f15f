package dev.reprise.jobs.worker;

import java.time.Duration;
import java.util.Objects;

/** Checks of settings, each with a message that names the setting, the value and what is allowed. */
final class Checks {
    private Checks() {}

    static Duration aboveZero(String name, Duration value) {
        return atLeast(name, value, Duration.ofNanos(1));
    }

    static Duration atLeast(String name, Duration value, Duration least) {
        if (Objects.requireNonNull(value, name).compareTo(least) < 0) {
            throw new IllegalArgumentException(name + ": " + value + " is below " + least);
        }
        return value;
    }

    /** Saturates: a time-out of a million years is none. */
    static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException centuries) {
            return Long.MAX_VALUE / 4;
        }
    }
}
