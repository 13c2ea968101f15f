package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class NothingLeftTest {
    @Test
    void a_thread_that_stays_is_named_and_one_that_ends_is_waited_for() throws Exception {
        Set<Thread> before = NothingLeft.threads();
        CountDownLatch end = new CountDownLatch(1);
        Thread leak = new Thread(
                () -> {
                    try {
                        end.await();
                    } catch (InterruptedException interrupt) {
                        return;
                    }
                },
                "leak");
        leak.start();
        assertThat(NothingLeft.left(before, 1)).singleElement().asString().contains("leak");
        end.countDown();
        assertThat(NothingLeft.left(before, 5_000_000_000L)).isEmpty();
    }

    @Test
    void a_task_of_the_shared_timer_is_named() throws Exception {
        Future<?> task = RetryTime.system().schedule(() -> {}, Duration.ofHours(1));
        assertThat(NothingLeft.left(NothingLeft.threads(), 1))
                .singleElement()
                .asString()
                .contains("Not completed");
        task.cancel(false);
        assertThat(NothingLeft.left(NothingLeft.threads(), 1)).isEmpty();
    }
}
