package dev.reprise.jobs.postgres;

/** Marks what the second half of this package replaces; it does not outlive this branch. */
final class Unwritten {
    private Unwritten() {}

    static <T> T half(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("name: empty");
        }
        throw new UnsupportedOperationException(name);
    }
}
