package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.FailReason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Results of asynchronous attempts that come when nobody waits for them any more: they may hold a connection. */
class UnheardResultTest {
    private final ManualTime time = new ManualTime();
    private final Retrier retrier = Retrier.attempts(2)
            .backoff("constant 1s")
            .attemptTimeout(Duration.ofSeconds(5))
            .time(time);
    private final List<Object> unheard = new ArrayList<>();
    private final Deque<CompletableFuture<String>> attempts = new ArrayDeque<>();

    private final Ending ending = new Ending() {
        @Override
        public Throwable thrown(Throwable failure, @Nullable FailReason reason) {
            return failure;
        }

        @Override
        public void unheard(Object result) {
            unheard.add(result);
        }
    };

    private final CompletableFuture<String> call = retrier.<String>async(
                    () -> {
                        CompletableFuture<String> attempt = new CompletableFuture<>() {
                            @Override
                            public boolean cancel(boolean mayInterruptIfRunning) {
                                return false; // The result is on its way already.
                            }
                        };
                        attempts.add(attempt);
                        return attempt;
                    },
                    String::isEmpty,
                    ending)
            .start();

    @Test
    void a_result_after_its_attempt_has_timed_out_is_unheard() {
        time.advance(Duration.ofSeconds(5));
        attempts.remove().complete("late");
        assertThat(unheard).containsExactly("late");

        time.advance(Duration.ofSeconds(1));
        attempts.remove().complete("in time");
        assertThat(call).isCompletedWithValue("in time");
        assertThat(unheard).containsExactly("late");
    }

    @Test
    void a_result_after_the_call_was_cancelled_is_unheard() {
        call.cancel(true);
        attempts.remove().complete("late");
        assertThat(unheard).containsExactly("late");
    }

    @Test
    void a_failure_that_comes_late_is_no_result() {
        call.cancel(true);
        attempts.remove().completeExceptionally(new IllegalStateException("late"));
        assertThat(unheard).isEmpty();
    }

    @Test
    void a_result_of_an_attempt_that_timed_out_while_its_stage_was_made_is_unheard() {
        CompletableFuture<String> first = new CompletableFuture<>();
        CompletableFuture<String> slow = retrier.<String>async(
                        () -> {
                            if (attempts.size() > 1) {
                                return CompletableFuture.completedFuture("second");
                            }
                            attempts.add(first);
                            first.complete("made meanwhile");
                            time.advance(Duration.ofSeconds(5));
                            return first;
                        },
                        String::isEmpty,
                        ending)
                .start();
        assertThat(unheard).containsExactly("made meanwhile");
        time.advance(Duration.ofSeconds(1));
        assertThat(slow).isCompletedWithValue("second");
        assertThat(unheard).containsExactly("made meanwhile");
    }
}
