package dev.reprise.jobs.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.HttpFailure;
import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobCodec;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.policy.RetryClassifiers;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How the retries of many jobs lie in time. */
class SpreadTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final EndingDecider decider = new EndingDecider(InstantSource.fixed(NOW), Duration.ofSeconds(60));

    @Test
    void jobs_that_fail_together_come_back_spread_over_the_whole_band_and_never_below_the_floor() {
        Binding<String> binding =
                binding(RetryPolicy.attempts(3).backoff("constant 1m jitter=20%"), HandlerOptions.DEFAULTS);
        List<Duration> delays = IntStream.range(0, 1_000)
                .mapToObj(i -> decider.thrown(binding, claimed(new UUID(7, i)), new IOException("x"), 0)
                        .delay())
                .toList();
        assertThat(delays.stream().distinct().count()).isGreaterThanOrEqualTo(900);
        // Delays are whole milliseconds: 1,000 of the 24,000 in this band.
        assertThat(delays)
                .allSatisfy(delay -> assertThat(delay).isBetween(Duration.ofSeconds(48), Duration.ofSeconds(72)));
        assertThat(delays.stream().filter(delay -> delay.toMillis() < 54_000)).hasSizeBetween(150, 350);
        assertThat(delays.stream().filter(delay -> delay.toMillis() >= 66_000)).hasSizeBetween(150, 350);
        assertThat(delays).allSatisfy(delay -> assertThat(delay).isGreaterThanOrEqualTo(Policies.FLOOR));
    }

    @Test
    void a_hint_of_the_server_is_longer_than_the_schedule_and_kept() {
        Binding<String> binding = binding(
                RetryPolicy.attempts(3).backoff("constant 1s"),
                HandlerOptions.DEFAULTS.classifier(RetryClassifiers.serverHints()));
        AttemptEnding ending = decider.thrown(binding, claimed(new UUID(7, 7)), new TooMany(), 0);
        assertThat(ending.kind()).isEqualTo(Kind.RETRY);
        assertThat(ending.delay()).isGreaterThanOrEqualTo(Duration.ofMinutes(2));
    }

    private static Binding<String> binding(RetryPolicy policy, HandlerOptions options) {
        return new Binding<>(
                JobType.of("t", String.class, policy),
                (payload, job) -> Ending.done(),
                options,
                JobCodec.json(),
                Duration.ofHours(24));
    }

    private static Claimed claimed(UUID id) {
        return new Claimed(
                id,
                "t",
                "default",
                1,
                1,
                3,
                0,
                RetryKind.TRANSIENT,
                null,
                false,
                null,
                null,
                List.of(),
                Instant.EPOCH,
                new byte[0]);
    }

    private static final class TooMany extends IOException implements HttpFailure {
        private static final long serialVersionUID = 1L;

        @Override
        public int status() {
            return 429;
        }

        @Override
        public Map<String, List<String>> headers() {
            return Map.of("Retry-After", List.of("120"));
        }
    }
}
