package dev.reprise.retry;

import java.util.random.RandomGenerator;

/** Lets threads take turns at a random that is made for one; each kind of draw stays what it is there. */
final class LockedRandom implements RandomGenerator {
    private final RandomGenerator random;

    LockedRandom(RandomGenerator random) {
        this.random = random;
    }

    @Override
    public synchronized int nextInt() {
        return random.nextInt();
    }

    @Override
    public synchronized long nextLong() {
        return random.nextLong();
    }

    @Override
    public synchronized double nextDouble() {
        return random.nextDouble();
    }
}
