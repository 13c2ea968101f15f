package dev.reprise.fetch.internal.run;

import java.time.Instant;

/** Tell the time of a run: waits are measured on a clock that never jumps, outcomes are stamped with the wall's. */
public interface RunClock {
    /** Use the machine's clocks. */
    RunClock SYSTEM = new RunClock() {
        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public Instant now() {
            return Instant.now();
        }
    };

    /** Return monotonic nanoseconds. */
    long nanos();

    /** Return the wall clock's instant. */
    Instant now();
}
