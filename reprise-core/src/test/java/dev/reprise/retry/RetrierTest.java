package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.policy.FailReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RetrierTest {
    private final ManualTime time = new ManualTime();
    private final Retrier retrier =
            Retrier.attempts(3).on(IOException.class).backoff("constant 1s").time(time);
    private int calls;

    @Test
    void a_call_that_fails_twice_succeeds_at_the_third_attempt() throws Exception {
        assertThat(retrier.call(() -> failing(2))).isEqualTo("3");
        assertThat(time.nanoTime()).isEqualTo(2_000_000_000L);
    }

    @Test
    void a_call_that_is_given_up_throws_the_last_failure_itself_with_a_note() {
        assertThatThrownBy(() -> retrier.call(() -> failing(9)))
                .isInstanceOf(IOException.class)
                .hasMessage("3")
                .satisfies(failure -> {
                    RetryNote note = java.util.Objects.requireNonNull(RetryNote.of(failure));
                    assertThat(note.attempts()).isEqualTo(3);
                    assertThat(note.reason()).isEqualTo(FailReason.ATTEMPTS_EXHAUSTED);
                    assertThat(note).hasMessage("gave up after 3 attempts in 2s: no attempt is left");
                    assertThat(failure.getSuppressed()).hasSize(3);
                });
        assertThat(time.nanoTime()).isEqualTo(2_000_000_000L);
    }

    @Test
    void async() throws Exception {
        CompletableFuture<String> f = retrier.callAsync(() -> CompletableFuture.completedFuture(failing(2)));
        assertThat(f).isNotDone();
        time.runUntilIdle();
        assertThat(f).isCompletedWithValue("3");
        List<String> seen = new ArrayList<>();
        assertThat(retrier.rejectIf((String s) -> s.length() < 3).returnLast().call(() -> {
                    seen.add("x");
                    return "a";
                }))
                .isEqualTo("a");
        assertThat(seen).hasSize(3);
    }

    private String failing(int times) throws IOException {
        if (++calls <= times) {
            throw new IOException("" + calls);
        }
        return "" + calls;
    }
}
