package dev.reprise.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Hints come, where they can; what is sent while nobody was live may be lost. */
interface HintContract extends StoreUnderTest {
    @Test
    default void a_listener_hears_of_work() {
        Counting heard = new Counting();
        try (Subscription subscription = session().subscribe(heard)) {
            Together.await("live", subscription::isLive);
            expectWork(heard, () -> enqueue(Sample.job()));
            expectWork(heard, () -> store().copy(List.of(Sample.job().build()).iterator()));
            expectWork(heard, () -> store().wake());
            store().pause("q");
            expectWork(heard, () -> store().resume("q"));
        }
    }

    private void expectWork(Counting heard, Runnable call) {
        int before = heard.work.get();
        call.run();
        Together.await("a hint of work", () -> heard.work.get() > before);
    }

    @Test
    default void a_listener_hears_of_the_cancel_of_a_running_job() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        claimOne(session);
        Counting heard = new Counting();
        try (Subscription subscription = session.subscribe(heard)) {
            Together.await("live", subscription::isLive);
            store().cancel(id);
            Together.await("a hint of a cancel", () -> heard.cancels.get() > 0);
        }
    }

    @Test
    default void a_listener_that_throws_is_told_again() {
        AtomicInteger told = new AtomicInteger();
        WakeListener broken = new WakeListener() {
            @Override
            public void onWork() {
                told.incrementAndGet();
                throw new IllegalStateException("broken listener of a test");
            }

            @Override
            public void onCancel() {}
        };
        try (Subscription subscription = session().subscribe(broken)) {
            Together.await("live", subscription::isLive);
            for (int i = 1; i <= 3; i++) {
                int before = told.get();
                store().wake();
                Together.await("hint " + i, () -> told.get() > before);
            }
        }
    }

    @Test
    default void a_closed_subscription_is_not_live() {
        Subscription subscription = session().subscribe(new Counting());
        Together.await("live", subscription::isLive);
        subscription.close();
        assertThat(subscription.isLive()).isFalse();
    }

    /** Counts hints. */
    final class Counting implements WakeListener {
        private final AtomicInteger work = new AtomicInteger();
        private final AtomicInteger cancels = new AtomicInteger();

        @Override
        public void onWork() {
            work.incrementAndGet();
        }

        @Override
        public void onCancel() {
            cancels.incrementAndGet();
        }
    }
}
