package dev.reprise.jobs.postgres;

import java.time.Duration;
import java.util.Objects;

/** Checks how much one call is asked to do, and for how long. */
final class Limits {
    private Limits() {}

    static void aboveZero(String name, Duration value) {
        if (Objects.requireNonNull(value, name).isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + ": " + value + " is not above zero");
        }
    }

    static void aboveZero(String name, int value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + ": " + value + " is not above zero");
        }
    }
}
