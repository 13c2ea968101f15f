package dev.reprise.jobs.memory;

import java.time.Duration;
import java.util.Objects;

/** Refuses arguments that the port does not allow. */
final class Checks {
    private Checks() {}

    static void aboveZero(String name, int value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + ": " + value + " is not above zero");
        }
    }

    static void aboveZero(String name, Duration value) {
        if (Objects.requireNonNull(value, name).isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + ": " + value + " is not above zero");
        }
    }
}
