package dev.reprise.testkit;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Answer.status;
import static dev.reprise.testkit.Faults.rateLimitedFor;
import static dev.reprise.testkit.Faults.rateLimitedUntil;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Hosts whose Retry-After counts down to a fixed reset: nicholasbraun/job-crawler-poc#321, #325. */
class RateLimitTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final FaultServer anyServer = FaultServer.start();

    @Test
    void seconds_count_down_to_the_instant_and_are_rounded_up() {
        RateLimit limit = rateLimitedUntil(NOON);
        assertThat(retryAfter(limit, NOON.minusSeconds(3600))).hasValue("3600");
        assertThat(retryAfter(limit, NOON.minusMillis(59_001))).hasValue("60");
        assertThat(retryAfter(limit, NOON.minusNanos(1))).hasValue("1");
        assertThat(limit.answer(at(NOON)).status()).isEqualTo(200);
        assertThat(limit.answer(at(NOON.plusSeconds(9))).status()).isEqualTo(200);
    }

    @Test
    void a_window_begins_with_the_first_request() {
        RateLimit limit = rateLimitedFor(ofMinutes(1)).then(ok("hello"));
        assertThat(retryAfter(limit, NOON)).hasValue("60");
        assertThat(retryAfter(limit, NOON.plusSeconds(59))).hasValue("1");
        assertThat(limit.answer(at(NOON.plusSeconds(60)))).isEqualTo(ok("hello"));
        assertThat(limit.then(ok("other")).answer(at(NOON.plusSeconds(60))).status())
                .isEqualTo(429);
    }

    @Test
    void the_date_form_names_the_instant_rounded_up_to_a_second() {
        assertThat(retryAfter(rateLimitedUntil(NOON).asDate(), NOON.minusSeconds(5)))
                .hasValue("Sun, 01 Mar 2026 12:00:00 GMT");
        assertThat(retryAfter(rateLimitedUntil(NOON.plusMillis(1)).asDate(), NOON))
                .hasValue("Sun, 01 Mar 2026 12:00:01 GMT");
    }

    @Test
    void a_date_header_moves_the_date_form_with_it() {
        RateLimit limit = rateLimitedUntil(NOON).asDate().withDate(ofHours(2));
        Answer answer = limit.answer(at(NOON.minusSeconds(30)));
        assertThat(header(answer, "Date")).hasValue("Sun, 01 Mar 2026 13:59:30 GMT");
        assertThat(header(answer, "Retry-After")).hasValue("Sun, 01 Mar 2026 14:00:00 GMT");
        Answer seconds = rateLimitedUntil(NOON).withDate(ofSeconds(-5)).answer(at(NOON.minusSeconds(30)));
        assertThat(header(seconds, "Date")).hasValue("Sun, 01 Mar 2026 11:59:25 GMT");
        assertThat(header(seconds, "Retry-After")).hasValue("30");
    }

    @Test
    void the_limiting_answer_can_be_any() {
        Answer busy = status(503).body("busy");
        Answer answer = rateLimitedUntil(NOON).limitedBy(busy).answer(at(NOON.minusSeconds(1)));
        assertThat(answer).isEqualTo(busy.retryAfter(ofSeconds(1)));
    }

    @Test
    void a_negative_window_is_refused() {
        assertThatThrownBy(() -> rateLimitedFor(ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("window: PT-1S");
    }

    private Optional<String> retryAfter(RateLimit limit, Instant now) {
        Answer answer = limit.answer(at(now));
        assertThat(answer.status()).isEqualTo(429);
        return header(answer, "Retry-After");
    }

    private static Optional<String> header(Answer answer, String name) {
        return answer.headers().stream()
                .filter(header -> header.is(name))
                .map(Header::value)
                .findFirst();
    }

    private Request at(Instant now) {
        anyServer.close();
        Request.Arrival arrival = new Request.Arrival(1, now, 0, anyServer.host(0), 1, 1, 1);
        return new Request(arrival, "GET", "/", List.of(), new byte[0]);
    }
}
