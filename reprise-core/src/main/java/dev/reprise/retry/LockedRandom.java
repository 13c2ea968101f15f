package dev.reprise.retry;

import java.util.random.RandomGenerator;

/** Lets threads take turns at a random that is made for one. An int, a long and a double stay what they are there. */
final class LockedRandom implements RandomGenerator {
    private final RandomGenerator random;

    LockedRandom(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public int nextInt() {
        synchronized (random) {
            return random.nextInt();
        }
    }

    @Override
    public long nextLong() {
        synchronized (random) {
            return random.nextLong();
        }
    }

    @Override
    public double nextDouble() {
        synchronized (random) {
            return random.nextDouble();
        }
    }
}
