package dev.reprise.bench.chaos;

/** What the handler does in one run: chosen by seed, job and claim epoch, so that a story can be told again. */
enum Act {
    SUCCEED(5_550),
    CHILD(600),
    THROW(1_500),
    EXIT(200),
    SNOOZE(500),
    RETRY_AFTER(400),
    RETRY_AFTER_REFUNDED(400),
    /** Works beyond the lease, which is renewed meanwhile, and stops when asked to. */
    SLOW(100),
    /** Works beyond the lease, and does not stop. */
    DEAF(25),
    /** Waits for its time-out, if its type has one; else it succeeds. */
    TIME_OUT(715),
    /** Takes its process with it. */
    HALT(10);

    private static final int WHOLE = 10_000;
    private static final int POISON = 2_500;

    private final int share;

    Act(int share) {
        this.share = share;
    }

    static Act of(long seed, Work work, int epoch) {
        if (Math.floorMod(mix(seed, work.number()), POISON) == 0) {
            return HALT;
        }
        int roll = (int) Math.floorMod(mix(mix(seed, work.number()), epoch), (long) WHOLE);
        for (Act act : values()) {
            roll -= act.share;
            if (roll < 0) {
                return act.fits(work) ? act : SUCCEED;
            }
        }
        return SUCCEED;
    }

    private boolean fits(Work work) {
        return switch (this) {
            case CHILD -> work.parent() == 0;
            case TIME_OUT -> work.isTimed();
            default -> true;
        };
    }

    /** Scatters two numbers over all longs (the finisher of SplitMix64). */
    static long mix(long seed, long number) {
        long bits = seed * 0x9E3779B97F4A7C15L + number;
        bits = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        bits = (bits ^ (bits >>> 27)) * 0x94D049BB133111EBL;
        return bits ^ (bits >>> 31);
    }
}
