package dev.reprise.backoff;

import java.util.random.RandomGenerator;

/** Draws the same number for ever, and counts the draws. */
final class FixedDraw implements RandomGenerator {
    static final double LEAST = 0;
    static final double GREATEST = Math.nextDown(1.0);

    private final double u;
    private int draws;

    FixedDraw(double u) {
        this.u = u;
    }

    int draws() {
        return draws;
    }

    @Override
    public double nextDouble() {
        draws++;
        return u;
    }

    @Override
    public long nextLong() {
        throw new UnsupportedOperationException("a schedule draws doubles");
    }
}
