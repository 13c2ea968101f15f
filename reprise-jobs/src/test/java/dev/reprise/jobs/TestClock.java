package dev.reprise.jobs;

import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;

/**
 * The application's clock as a test run has it: the machine's, or an hour off ({@code reprise.test.clock}). Nothing of a queue may
 * depend on it: the store's clock decides.
 */
public final class TestClock {
    private static final Duration OFF = Duration.parse(System.getProperty("reprise.test.clock", "PT0S"));

    private TestClock() {}

    /** {@return what an application's clients and workers are given} */
    public static InstantSource application() {
        return Clock.offset(Clock.systemUTC(), OFF);
    }
}
