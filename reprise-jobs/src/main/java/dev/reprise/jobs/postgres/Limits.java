package dev.reprise.jobs.postgres;

/** Checks how much one call is asked to do. */
final class Limits {
    private Limits() {}

    static void aboveZero(String name, int value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + ": " + value + " is not above zero");
        }
    }
}
