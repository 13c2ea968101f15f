package dev.reprise.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SafeTextTest {
    // fazer-ai/agents#243, osbuild/osbuild-composer#4779: a NUL in the error text made the write of the failure fail.
    @Test
    void a_nul_is_replaced() {
        assertThat(SafeText.of("a\0b")).isEqualTo("a\uFFFDb");
    }

    @Test
    void half_a_surrogate_pair_is_replaced_and_a_whole_one_kept() {
        assertThat(SafeText.of("\uD83D x \uDE00 \uD83D\uDE00 \uD83D")).isEqualTo("\uFFFD x \uFFFD \uD83D\uDE00 \uFFFD");
    }

    @Test
    void a_text_is_cut_to_8_KiB_of_whole_characters() {
        String cut = SafeText.of("x" + "\uD83D\uDE00".repeat(10_000));
        assertThat(cut.getBytes(StandardCharsets.UTF_8)).hasSizeBetween(8 * 1024 - 3, 8 * 1024);
        assertThat(cut).endsWith("\uD83D\uDE00");
    }

    @Test
    void a_failure_is_told_with_class_message_cause_and_frames() {
        String text = SafeText.of(new IllegalStateException("outer", new IOException("inner")));
        assertThat(text)
                .startsWith("java.lang.IllegalStateException: outer\n\tat dev.reprise.jobs.worker.SafeTextTest")
                .contains("\nCaused by: java.io.IOException: inner\n\tat ");
    }

    @Test
    void causes_that_go_round_in_a_circle_are_told_once() {
        IllegalStateException first = new IllegalStateException("first");
        first.initCause(new IOException("second", first));
        assertThat(SafeText.of(first)).containsOnlyOnce("first").containsOnlyOnce("second");
    }

    @Test
    void a_failure_that_cannot_say_its_message_is_told_by_its_class() {
        assertThat(SafeText.of(new Silent())).startsWith(Silent.class.getName() + ": (its message cannot be read)");
    }

    private static final class Silent extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("never");
        }
    }
}
