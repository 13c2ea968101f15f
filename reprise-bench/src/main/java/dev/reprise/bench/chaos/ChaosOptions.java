package dev.reprise.bench.chaos;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * How big the storm is.
 *
 * @param jobs how many numbers are enqueued
 * @param kills worker processes killed with SIGKILL
 * @param crashes immediate stops of the database
 * @param seconds how long the storm lasts, without what comes after it
 * @param workers worker processes at a time
 * @param seed of everything that is chosen
 */
record ChaosOptions(int jobs, int kills, int crashes, int seconds, int workers, long seed) {
    static final ChaosOptions DEFAULTS = new ChaosOptions(20_000, 30, 3, 240, 4, 1);

    private static final String USAGE =
            "[--jobs 20000] [--kills 30] [--crashes 3] [--seconds 240] [--workers 4] [--seed 1]";

    /** {@inheritDoc} */
    ChaosOptions {
        atLeast("jobs", jobs, 1);
        atLeast("kills", kills, 0);
        atLeast("crashes", crashes, 0);
        atLeast("seconds", seconds, 1);
        atLeast("workers", workers, 1);
    }

    static ChaosOptions parse(String... arguments) {
        Deque<String> left = new ArrayDeque<>(List.of(arguments));
        ChaosOptions options = DEFAULTS;
        while (!left.isEmpty()) {
            String name = left.removeFirst();
            if (left.isEmpty()) {
                throw new IllegalArgumentException(name + ": a number is missing; allowed are " + USAGE);
            }
            options = options.with(name, Long.parseLong(left.removeFirst()));
        }
        return options;
    }

    private ChaosOptions with(String name, long value) {
        int number = (int) value;
        return switch (name) {
            case "--jobs" -> new ChaosOptions(number, kills, crashes, seconds, workers, seed);
            case "--kills" -> new ChaosOptions(jobs, number, crashes, seconds, workers, seed);
            case "--crashes" -> new ChaosOptions(jobs, kills, number, seconds, workers, seed);
            case "--seconds" -> new ChaosOptions(jobs, kills, crashes, number, workers, seed);
            case "--workers" -> new ChaosOptions(jobs, kills, crashes, seconds, number, seed);
            case "--seed" -> new ChaosOptions(jobs, kills, crashes, seconds, workers, value);
            default -> throw new IllegalArgumentException(name + ": is none of " + USAGE);
        };
    }

    private static void atLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + ": " + value + " is below " + least);
        }
    }
}
