package dev.reprise.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoopTest {
    private final TestTime time = new TestTime();
    private final List<Duration> turns = new ArrayList<>();
    private @Nullable Throwable failure;
    private long answer = TimeUnit.SECONDS.toNanos(10);
    private @Nullable Runnable during;
    private final Loop loop = new Loop(
            "the loop of a test", time, Runnable::run, () -> Long.MIN_VALUE, TimeUnit.SECONDS.toNanos(1), this::step);

    @Test
    void a_step_is_repeated_after_the_time_it_asks_for() {
        loop.wake();
        time.advance(Duration.ofSeconds(25));
        assertThat(turns).containsExactly(Duration.ZERO, Duration.ofSeconds(10), Duration.ofSeconds(20));
    }

    @Test
    void a_wake_up_comes_before_that_and_the_old_appointment_is_forgotten() {
        loop.wake();
        time.advance(Duration.ofSeconds(4));
        loop.wake();
        time.advance(Duration.ofSeconds(8));
        assertThat(turns).containsExactly(Duration.ZERO, Duration.ofSeconds(4));
    }

    @Test
    void wake_ups_during_a_step_make_one_more() {
        during = () -> {
            loop.wake();
            loop.wake();
        };
        loop.wake();
        assertThat(turns).hasSize(2);
    }

    @Test
    void a_step_that_waits_until_it_is_woken_has_no_appointment() {
        answer = Loop.UNTIL_WOKEN;
        loop.wake();
        assertThat(time.manual().pending()).isZero();
    }

    // oban-bg/oban#821: a short outage ended a loop for good.
    @Test
    void whatever_a_step_throws_it_is_tried_again_after_growing_pauses() {
        for (Throwable thrown : List.of(new IllegalStateException("x"), new OutOfMemoryError("x"))) {
            failure = thrown;
            loop.wake();
            time.advance(Duration.ofSeconds(3));
        }
        assertThat(turns)
                .startsWith(
                        Duration.ZERO,
                        Duration.ofMillis(50),
                        Duration.ofMillis(150),
                        Duration.ofMillis(350),
                        Duration.ofMillis(750),
                        Duration.ofMillis(1_550),
                        Duration.ofMillis(2_550),
                        Duration.ofMillis(3_550));
        failure = null;
        time.advance(Duration.ofSeconds(30));
        int count = turns.size();
        time.advance(Duration.ofSeconds(10));
        assertThat(turns).hasSize(count + 1);
    }

    @Test
    void a_thread_that_refuses_a_turn_is_asked_again() {
        AtomicInteger refusals = new AtomicInteger(1);
        Loop refused = new Loop(
                "a refused loop",
                time,
                task -> {
                    if (refusals.getAndDecrement() > 0) {
                        throw new OutOfMemoryError("no thread");
                    }
                    task.run();
                },
                () -> Long.MIN_VALUE,
                TimeUnit.SECONDS.toNanos(1),
                this::step);
        refused.wake();
        assertThat(turns).isEmpty();
        time.advance(Duration.ofMillis(50));
        assertThat(turns).hasSize(1);
        refused.wake();
        assertThat(turns).hasSize(2);
    }

    @Test
    void a_wake_up_does_not_shorten_a_pause_after_a_failure() {
        failure = new IllegalStateException("x");
        loop.wake();
        loop.wake();
        assertThat(turns).hasSize(1);
    }

    @Test
    void a_wake_up_during_a_step_that_fails_waits_with_it() {
        failure = new IllegalStateException("x");
        during = loop::wake;
        loop.wake();
        assertThat(turns).hasSize(1);
        time.advance(Duration.ofMillis(50));
        assertThat(turns).hasSize(2);
    }

    @Test
    void a_stopped_loop_does_nothing_more() throws Exception {
        loop.wake();
        loop.stop();
        loop.wake();
        time.advance(Duration.ofMinutes(1));
        assertThat(turns).hasSize(1);
        assertThat(loop.awaitStopped(0)).isTrue();
        assertThat(time.manual().pending()).isZero();
    }

    @Test
    void a_loop_that_is_stopped_during_a_step_ends_with_it() throws Exception {
        during = loop::stop;
        loop.wake();
        assertThat(loop.awaitStopped(0)).isTrue();
    }

    private long step() throws Exception {
        turns.add(Duration.ofNanos(time.nanoTime()));
        Runnable once = during;
        during = null;
        if (once != null) {
            once.run();
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof Exception exception) {
            throw exception;
        }
        return answer;
    }
}
