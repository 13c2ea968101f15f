package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.FailReason;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RetryReportTest {
    private static final Instant STARTED = Instant.parse("2026-11-30T08:30:00.123456Z");

    @Test
    void tells_the_command_by_its_file_the_end_and_each_attempt() {
        RetryStory story = new RetryStory(new RetryRules(null, null), 1, words -> {}, false);
        story.made(new Attempt(
                1, STARTED, Duration.ofMillis(1500), 124, Attempt.End.TIMED_OUT, Duration.ofNanos(1_500_000)));
        assertThat(RetryReport.of(
                        "/opt/my tools/sync",
                        "never none",
                        "feeds",
                        story,
                        new RetryReport.End(
                                STARTED,
                                Duration.ofMillis(1502),
                                RetryReport.Outcome.FAILED,
                                FailReason.ATTEMPTS_EXHAUSTED,
                                124)))
                .isEqualTo("{\"command\":\"sync\",\"policy\":\"never none\",\"seed\":\"feeds\","
                        + "\"started\":\"2026-11-30T08:30:00.123Z\",\"ended\":\"2026-11-30T08:30:01.625Z\","
                        + "\"elapsedMs\":1502,\"outcome\":\"failed\",\"reason\":\"attempts_exhausted\",\"exit\":124,"
                        + "\"attempts\":[{\"attempt\":1,\"started\":\"2026-11-30T08:30:00.123Z\",\"durationMs\":1500,"
                        + "\"end\":\"timed_out\",\"exit\":124,\"timedOut\":true,\"hintMs\":1.5}]}");
    }
}
