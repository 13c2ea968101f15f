package dev.reprise.jobs.internal;

import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Make job ids: UUID version 7 (RFC 9562), whose leading milliseconds keep rows that were made together close together
 * in an index. Nothing is ordered by them, so a clock that is wrong does no harm.
 */
public final class JobIds {
    private static final long VERSION = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private final InstantSource clock;
    private final RandomGenerator random;

    /**
     * Make ids from a clock and a random.
     *
     * @param clock stamps them
     * @param random fills the other 74 bits; used by many threads at once
     */
    public JobIds(InstantSource clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    /** {@return a new id} */
    public UUID next() {
        long high = (clock.millis() << 16) | VERSION | (random.nextLong() & 0xfff);
        return new UUID(high, VARIANT | (random.nextLong() >>> 2));
    }
}
