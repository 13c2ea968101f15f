package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two retriers and one random that is made for one thread. */
@Timeout(60)
class SharedRandomTest {
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger draws = new AtomicInteger();
    private final RandomGenerator single = this::draw;
    private final Thread other = new Thread(() -> failing(retrier()), "other");

    @Test
    void retriers_that_share_a_random_do_not_draw_inside_each_other() throws InterruptedException {
        failing(retrier());
        other.join();
        assertThat(draws).hasValue(2);
    }

    private long draw() {
        assertThat(inside.incrementAndGet()).isEqualTo(1);
        if (draws.incrementAndGet() == 1) {
            other.start();
            // It waits for its turn; or it would be inside as well, and at its end.
            while (other.getState() != Thread.State.BLOCKED && other.getState() != Thread.State.TERMINATED) {
                Thread.onSpinWait();
            }
        }
        inside.decrementAndGet();
        return draws.get();
    }

    private Retrier retrier() {
        return Retrier.attempts(2)
                .backoff("constant 1s jitter=50%")
                .time(new ManualTime())
                .random(single);
    }

    private static void failing(Retrier retrier) {
        try {
            retrier.tryCall(() -> {
                throw new IOException("down");
            });
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }
}
