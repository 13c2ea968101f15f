package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.HttpStatusException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** From the header of a response to the delay of its retry. */
class HeaderToDelayTest {
    private static final Duration CURVE = Duration.ofSeconds(10);
    private final RetryPolicy policy = RetryPolicy.parse("transient attempts=5 constant 10s");

    private Duration delay(String retryAfter) throws InterruptedException {
        RetryDecision decision = Decider.decide(
                policy,
                RetryClassifiers.compose(RetryClassifiers.serverHints(), RetryClassifiers.failureTaxonomy()),
                new HttpStatusException(503, Map.of("Retry-After", List.of(retryAfter))),
                new AttemptState(1, 1, Instant.parse("2026-11-30T12:00:00Z"), new Random(1)));
        assertThat(decision).isInstanceOf(RetryDecision.Retry.class);
        return ((RetryDecision.Retry) decision).delay();
    }

    // Public report: vercel/workflow#4275: a limit of 120 s was retried after one second.
    @Test
    void a_hint_is_a_floor_for_the_backoff() throws Exception {
        assertThat(delay("120")).isEqualTo(Duration.ofMinutes(2));
        assertThat(delay("Mon, 30 Nov 2026 12:02:00 GMT")).isEqualTo(Duration.ofMinutes(2));
    }

    // Public reports: curl/curl#12837, #12871: tiny hints of a busy server defeated a longer backoff.
    @Test
    void a_tiny_hint_does_not_shorten_the_backoff() throws Exception {
        assertThat(delay("1")).isEqualTo(CURVE);
        assertThat(delay("0.0000000001")).isEqualTo(CURVE);
    }

    // Public reports: carloluisito/omnidesk#146, workglow-dev/libs#758, elizaOS/eliza#23797.
    @Test
    void a_huge_hint_is_bounded_by_max_delay_alone() throws Exception {
        for (String text :
                new String[] {"9999999999", "100000000000000000000", "Fri, 31 Dec 9999 23:59:59 GMT", "20261130"}) {
            assertThat(delay(text)).as(text).isEqualTo(policy.maxDelay());
        }
    }

    // Public reports: openai/openai-java#878, curl/curl#15833, will-ockmore/httpx-retries#13, mastra-ai/mastra#23778.
    @Test
    void without_a_usable_hint_the_backoff_decides() throws Exception {
        for (String text : new String[] {
            "-1",
            "-3",
            "+3",
            "0",
            "1e20",
            "NaN",
            "soon",
            "Mon, 30 Nov 2026 11:59:00 GMT",
            "Thursday, 30-Nov-00 12:00:00 GMT"
        }) {
            assertThat(delay(text)).as(text).isEqualTo(CURVE);
        }
    }
}
