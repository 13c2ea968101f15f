package dev.reprise.testkit;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts requests that are being answered, and the most there ever were. */
final class InFlight {
    private final AtomicInteger now = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    int enter() {
        int count = now.incrementAndGet();
        if (count > most.get()) {
            most.accumulateAndGet(count, Math::max);
        }
        return count;
    }

    void leave() {
        now.decrementAndGet();
    }

    int most() {
        return most.get();
    }
}
