package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ExplainCommandTest {
    /** Arguments, then `decision nextRun tag`, of every row of the table. */
    private static final List<String> ROWS = List.of(
            "429 | retry send RATE_LIMITED",
            "429 --api | retry send RATE_LIMITED",
            "RATE_LIMITED --api | retry send RATE_LIMITED",
            "500 | retry send CRAWL_HTTP_500",
            "503 | retry send CRAWL_HTTP_503",
            "599 --api | retry send CRAWL_HTTP_599",
            "408 | retry send CRAWL_HTTP_408",
            "425 | retry send CRAWL_HTTP_425",
            "425 --retries-done 1 | defer send CRAWL_HTTP_425",
            "--exception java.net.ConnectException | retry send CONNECT_FAILED",
            "--exception java.net.SocketException | retry send CONNECTION_LOST",
            "--exception javax.net.ssl.SSLHandshakeException | retry send CONNECT_FAILED",
            "--exception java.util.zip.ZipException | retry send SHORT_BODY",
            "--exception java.net.http.HttpTimeoutException | retry send CRAWL_TIMEOUT",
            "CRAWL_TIMEOUT --api | retry send CRAWL_TIMEOUT",
            "CRAWL_LIVECRAWL_TIMEOUT --api | retry send CRAWL_LIVECRAWL_TIMEOUT",
            "--exception java.net.UnknownHostException | retry send DNS_FAILED",
            "DNS_NOT_FOUND | fail never DNS_NOT_FOUND",
            "404 | fail never CRAWL_NOT_FOUND",
            "410 | fail never CRAWL_NOT_FOUND",
            "CRAWL_NOT_FOUND --api | fail never CRAWL_NOT_FOUND",
            "451 | fail never RESTRICTED_TARGET",
            "RESTRICTED_TARGET --api | fail never RESTRICTED_TARGET",
            "CRAWL_NOT_RENDERED --api | fail never CRAWL_NOT_RENDERED",
            "UNSUPPORTED_CONTENT_TYPE --api | fail never UNSUPPORTED_CONTENT_TYPE",
            "UNSUPPORTED_URL | fail never UNSUPPORTED_URL",
            "--exception java.security.cert.CertificateExpiredException | fail never TLS_REFUSED",
            "TOO_LARGE | fail never TOO_LARGE",
            "--exception org.example.CircularRedirectException | defer send TOO_MANY_REDIRECTS",
            "401 | defer send SOURCE_NOT_AVAILABLE",
            "402 | defer send SOURCE_NOT_AVAILABLE",
            "403 | defer send SOURCE_NOT_AVAILABLE",
            "SOURCE_NOT_AVAILABLE --api | defer send SOURCE_NOT_AVAILABLE",
            "300 | defer send CRAWL_HTTP_300",
            "304 | defer send CRAWL_HTTP_304",
            "206 | defer send CRAWL_HTTP_206",
            "100 | defer send CRAWL_HTTP_100",
            "600 | defer send CRAWL_HTTP_600",
            "418 | defer send CRAWL_HTTP_418",
            "CRAWL_UNKNOWN_ERROR --api | defer send CRAWL_UNKNOWN_ERROR",
            "SOMETHING_NEW --api | defer send SOMETHING_NEW",
            "200 --api | defer send CRAWL_UNKNOWN_ERROR",
            "CRAWL_HTTP_503 --api | retry send CRAWL_HTTP_503",
            "CRAWL_HTTP_404 --api | fail never CRAWL_HTTP_404",
            "CRAWL_HTTP_403 --api | defer send CRAWL_HTTP_403",
            "401 --api | stop send ACCOUNT_STOPPED",
            "402 --api | stop send ACCOUNT_STOPPED",
            "403 --api | stop send ACCOUNT_STOPPED",
            "400 --api | defer send API_REFUSED",
            "--exception org.example.NeverHeardOf | defer send CRAWL_UNKNOWN_ERROR");

    @TestFactory
    Stream<DynamicTest> every_row_of_the_table_is_told_as_data() {
        return ROWS.stream()
                .map(row -> row.split(" \\| ", 2))
                .map(row -> DynamicTest.dynamicTest(row[0], () -> {
                    String[] expected = row[1].split(" ", 3);
                    assertThat(json(row[0]))
                            .contains("\"decision\":\"" + expected[0] + "\"")
                            .contains("\"nextRun\":\"" + expected[1] + "\"")
                            .contains("\"tag\":\"" + expected[2] + "\"");
                }));
    }

    @Test
    void a_2xx_is_a_success_and_never_sent_again() {
        assertThat(json("204"))
                .isEqualTo("{\"signal\":\"204\",\"source\":\"direct\",\"decision\":\"success\",\"rule\":\"2xx\","
                        + "\"nextRun\":\"never\"}\n");
    }

    @Test
    void a_retry_has_its_band_and_with_a_seed_its_delay() {
        assertThat(json("503")).contains("\"lowMs\":500,\"highMs\":750").doesNotContain("delayMs");
        assertThat(json("503 --seed feeds")).contains("\"lowMs\":500,\"highMs\":750,\"delayMs\":697");
    }

    @Test
    void later_retries_draw_what_the_schedule_of_the_seed_shows() {
        String schedule = Cli.run(
                        "schedule", "exponential base=500ms jitter=+250ms", "--seed", "feeds", "-n", "3", "--csv")
                .data();
        String third = schedule.split("\n", 5)[3].split(",", 3)[1];
        assertThat(json("500 --retries-done 2 --seed feeds")).contains("\"delayMs\":" + third + "}");
    }

    @Test
    void a_decision_that_is_no_retry_has_no_band() {
        assertThat(json("404 --seed feeds")).doesNotContain("Ms\":");
    }

    @Test
    void no_retry_is_left_after_the_third() {
        assertThat(json("503 --retries-done 2")).contains("\"decision\":\"retry\"");
        assertThat(json("503 --retries-done 3"))
                .contains("\"decision\":\"defer\"", "\"because\":\"3 of 3 retries are done\"");
        assertThat(json("503 --retries-done 3 --retries 4")).contains("\"decision\":\"retry\"");
    }

    @Test
    void the_schedule_can_be_replaced() {
        assertThat(Cli.run("explain", "500", "--schedule", "constant 7s", "--json")
                        .data())
                .contains("\"lowMs\":7000,\"highMs\":7000");
    }

    @Test
    void a_hint_is_the_least_wait_of_429_and_503_only() {
        assertThat(json("429 --retry-after 30")).contains("\"lowMs\":30000,\"highMs\":30000,\"hintMs\":30000");
        assertThat(json("503 --retry-after 30")).contains("\"lowMs\":30000,\"highMs\":30000,\"hintMs\":30000");
        assertThat(json("500 --retry-after 30")).contains("\"lowMs\":500").doesNotContain("hintMs");
    }

    @Test
    void a_hint_longer_than_max_wait_defers_and_is_not_shortened() {
        assertThat(json("429 --retry-after 61")).contains("\"decision\":\"defer\"", "\"hintMs\":61000");
        assertThat(json("429 --retry-after 61 --max-wait 61s"))
                .contains("\"decision\":\"retry\"", "\"lowMs\":61000", "\"hintMs\":61000");
    }

    @Test
    void a_date_is_measured_from_now() {
        assertThat(Cli.run(
                                "explain",
                                "503",
                                "--retry-after",
                                "Mon, 30 Nov 2026 08:30:20 GMT",
                                "--now",
                                "2026-11-30T08:30:00Z",
                                "--json")
                        .data())
                .contains("\"hintMs\":20000");
    }

    @Test
    void words_say_this_run_the_next_and_why() {
        assertThat(Cli.run("explain", "429", "--retry-after", "30").data()).isEqualTo("""
                        429, from the page itself: retry, tag RATE_LIMITED
                          this run: sends it again after 30s (retry 1)
                          next run: sends it, if this run ends before it is done
                          why:      the rule is `429`; the hint of 30s is the least wait; its host is held too
                        """);
        assertThat(Cli.run("explain", "404").data()).isEqualTo("""
                        404, from the page itself: fail, tag CRAWL_NOT_FOUND
                          this run: gives it up
                          next run: does not send it: this is final
                          why:      the rule is `404, 410`
                        """);
        assertThat(Cli.run("explain", "401", "--api").data())
                .contains("this run: ends: what is in flight finishes, the rest of the list is skipped");
        assertThat(Cli.run("explain", "500", "--retry-after", "30").data())
                .contains("the hint of 30s does not count here");
        assertThat(Cli.run("explain", "429", "--retry-after", "soon").data())
                .contains("Retry-After `soon` gives no usable hint");
        assertThat(Cli.run("explain", "200").data()).contains("200, from the page itself: success");
    }

    private static String json(String arguments) {
        return Cli.run(("explain " + arguments + " --json").split(" ", -1)).data();
    }
}
