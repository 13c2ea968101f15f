package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Every row of the table, for both sources: the first decision, its tag, and the next run. */
class BatchTableTest {
    /** The schedule's published bands in milliseconds: the delay after the first, second and third failure. */
    private static final long[][] BANDS = {{500, 750}, {1_000, 1_250}, {2_000, 2_250}};

    private static final List<String> BOTH = List.of(
            "429              RATE_LIMITED              retry send",
            "RATE_LIMITED     RATE_LIMITED              retry send",
            "500              CRAWL_HTTP_500            retry send",
            "502              CRAWL_HTTP_502            retry send",
            "503              CRAWL_HTTP_503            retry send",
            "504              CRAWL_HTTP_504            retry send",
            // Public report: aria2/aria2#1229, 503, 520 and 521 that abort although retries are left.
            "511              CRAWL_HTTP_511            retry send",
            "520              CRAWL_HTTP_520            retry send",
            "521              CRAWL_HTTP_521            retry send",
            "599              CRAWL_HTTP_599            retry send",
            "408              CRAWL_HTTP_408            retry send",
            "425              CRAWL_HTTP_425            retry send",
            "!CONNECT_FAILED  CONNECT_FAILED            retry send",
            "!CONNECTION_LOST CONNECTION_LOST           retry send",
            "!SHORT_BODY      SHORT_BODY                retry send",
            "!TIMEOUT         CRAWL_TIMEOUT             retry send",
            "CRAWL_TIMEOUT    CRAWL_TIMEOUT             retry send",
            "CRAWL_LIVECRAWL_TIMEOUT CRAWL_LIVECRAWL_TIMEOUT retry send",
            "!DNS_FAILED      DNS_FAILED                retry send",
            "!DNS_NOT_FOUND   DNS_NOT_FOUND             fail  never",
            "404              CRAWL_NOT_FOUND           fail  never",
            "410              CRAWL_NOT_FOUND           fail  never",
            "CRAWL_NOT_FOUND  CRAWL_NOT_FOUND           fail  never",
            "451              RESTRICTED_TARGET         fail  never",
            "RESTRICTED_TARGET RESTRICTED_TARGET        fail  never",
            "!ROBOTS_DISALLOWED RESTRICTED_TARGET       fail  never",
            "!RESTRICTED_URL  RESTRICTED_TARGET         fail  never",
            "!RESTRICTED_ROUTE RESTRICTED_TARGET        defer send",
            "CRAWL_NOT_RENDERED CRAWL_NOT_RENDERED      fail  never",
            "UNSUPPORTED_CONTENT_TYPE UNSUPPORTED_CONTENT_TYPE fail never",
            "!UNSUPPORTED_URL UNSUPPORTED_URL           fail  never",
            "!TLS_REFUSED     TLS_REFUSED               fail  never",
            "!TOO_LARGE       TOO_LARGE                 fail  never",
            "!TOO_MANY_REDIRECTS TOO_MANY_REDIRECTS     defer send",
            "SOURCE_NOT_AVAILABLE SOURCE_NOT_AVAILABLE  defer send",
            "206              CRAWL_HTTP_206            defer send",
            "301              CRAWL_HTTP_301            defer send",
            "300              CRAWL_HTTP_300            defer send",
            "304              CRAWL_HTTP_304            defer send",
            "100              CRAWL_HTTP_100            defer send",
            "103              CRAWL_HTTP_103            defer send",
            "600              CRAWL_HTTP_600            defer send",
            "999              CRAWL_HTTP_999            defer send",
            "405              CRAWL_HTTP_405            defer send",
            "406              CRAWL_HTTP_406            defer send",
            "418              CRAWL_HTTP_418            defer send",
            "421              CRAWL_HTTP_421            defer send",
            "CRAWL_UNKNOWN_ERROR CRAWL_UNKNOWN_ERROR    defer send",
            "SOMETHING_NEW    SOMETHING_NEW             defer send",
            "!NO_CONTENT      CRAWL_UNKNOWN_ERROR       defer send",
            "!UNKNOWN         CRAWL_UNKNOWN_ERROR       defer send",
            // The tag CRAWL_HTTP_nnn is the direct row of nnn.
            "CRAWL_HTTP_429   CRAWL_HTTP_429            retry send",
            "CRAWL_HTTP_503   CRAWL_HTTP_503            retry send",
            "CRAWL_HTTP_425   CRAWL_HTTP_425            retry send",
            "CRAWL_HTTP_404   CRAWL_HTTP_404            fail  never",
            "CRAWL_HTTP_451   CRAWL_HTTP_451            fail  never",
            "CRAWL_HTTP_400   CRAWL_HTTP_400            defer send",
            "CRAWL_HTTP_401   CRAWL_HTTP_401            defer send",
            "CRAWL_HTTP_402   CRAWL_HTTP_402            defer send",
            "CRAWL_HTTP_403   CRAWL_HTTP_403            defer send",
            "CRAWL_HTTP_301   CRAWL_HTTP_301            defer send",
            "CRAWL_HTTP_200   CRAWL_HTTP_200            defer send",
            "CRAWL_HTTP_206   CRAWL_HTTP_206            defer send",
            "CRAWL_HTTP_099   CRAWL_HTTP_099            defer send",
            "CRAWL_HTTP_4040  CRAWL_HTTP_4040           defer send");

    private static final List<String> DIRECT = List.of(
            "401              SOURCE_NOT_AVAILABLE      defer send",
            "402              SOURCE_NOT_AVAILABLE      defer send",
            "403              SOURCE_NOT_AVAILABLE      defer send",
            "400              CRAWL_HTTP_400            defer send",
            // A journal's own tags, asked for by name.
            "CONNECT_FAILED   CONNECT_FAILED            retry send",
            "DNS_FAILED       DNS_FAILED                retry send",
            "SHORT_BODY       SHORT_BODY                retry send",
            "DNS_NOT_FOUND    DNS_NOT_FOUND             fail  never",
            "TLS_REFUSED      TLS_REFUSED               fail  never",
            "TOO_LARGE        TOO_LARGE                 fail  never");

    private static final List<String> API = List.of(
            "401              ACCOUNT_STOPPED           stop  send",
            "402              ACCOUNT_STOPPED           stop  send",
            "403              ACCOUNT_STOPPED           stop  send",
            "400              API_REFUSED               defer send",
            "200              CRAWL_UNKNOWN_ERROR       defer send",
            "204              CRAWL_UNKNOWN_ERROR       defer send",
            // The set of tags is open: only what the service is known to send is final.
            "TLS_REFUSED      TLS_REFUSED               defer send",
            "TOO_LARGE        TOO_LARGE                 defer send");

    @Test
    void each_signal_of_a_page_is_decided_by_its_row() {
        assertRows(BatchPolicy.direct(), BOTH);
        assertRows(BatchPolicy.direct(), DIRECT);
    }

    @Test
    void each_signal_of_the_api_is_decided_by_its_row() {
        assertRows(BatchPolicy.api(), BOTH);
        assertRows(BatchPolicy.api(), API);
    }

    @Test
    void each_row_is_tested() {
        for (BatchPolicy policy : List.of(BatchPolicy.direct(), BatchPolicy.api())) {
            List<String> lines = new ArrayList<>(BOTH);
            lines.addAll(DIRECT);
            lines.addAll(API);
            List<String> decided = lines.stream()
                    .map(line -> signal(line.split(" +", -1)[0]))
                    .filter(signal -> !policy.isSuccess(signal))
                    .map(signal -> policy.explain(signal, 0, null).rule())
                    .toList();

            assertThat(policy.rows())
                    .hasSizeGreaterThan(15)
                    .extracting(BatchRow::rule)
                    .isSubsetOf(decided);
        }
    }

    @Test
    void retries_wait_in_the_published_bands_and_then_the_url_is_deferred() {
        Random random = new Random(3);
        for (BatchPolicy policy : List.of(BatchPolicy.direct(), BatchPolicy.api())) {
            for (int done = 0; done < BANDS.length; done++) {
                for (int i = 0; i < 200; i++) {
                    BatchDecision.Retry retry =
                            (BatchDecision.Retry) policy.nextStep(Signal.status(500), done, null, random);
                    assertThat(retry.delay())
                            .isBetween(Duration.ofMillis(BANDS[done][0]), Duration.ofMillis(BANDS[done][1]));
                }
            }
            assertThat(policy.nextStep(Signal.status(500), 3, null, random))
                    .isEqualTo(new BatchDecision.Defer(null, "CRAWL_HTTP_500", "5xx, 408", false));
        }
    }

    @Test
    void a_206_of_the_api_is_any_other_status() {
        assertThat(BatchPolicy.api().explain(Signal.status(206), 0, null).rule())
                .isEqualTo(BatchPolicy.direct()
                        .explain(Signal.status(206), 0, null)
                        .rule())
                .isEqualTo("any other status");
    }

    @Test
    void a_direct_2xx_is_a_success_and_an_api_2xx_alone_is_not() {
        for (int code : new int[] {200, 201, 203, 204, 226, 299}) {
            assertThat(BatchPolicy.direct().isSuccess(Signal.status(code))).isTrue();
            assertThat(BatchPolicy.api().isSuccess(Signal.status(code))).isFalse();
        }
        assertThat(BatchPolicy.direct().isSuccess(Signal.status(206))).isFalse();
        assertThat(BatchPolicy.direct().isSuccess(Signal.status(199))).isFalse();
        assertThat(BatchPolicy.direct().isSuccess(Signal.status(300))).isFalse();
        assertThat(BatchPolicy.direct().isSuccess(Signal.tag("200"))).isFalse();
    }

    private static void assertRows(BatchPolicy policy, List<String> lines) {
        for (String line : lines) {
            String[] cells = line.split(" +", -1);
            Signal signal = signal(cells[0]);

            BatchDecision decision = policy.nextStep(signal, 0, null, new Random(1));
            BatchExplanation told = policy.explain(signal, 0, null);

            assertThat(row(cells[0], decision.tag(), decision.step(), decision.nextRun()))
                    .isEqualTo(String.join(" ", cells));
            assertThat(row(cells[0], told.tag(), told.decision(), told.nextRun()))
                    .isEqualTo(String.join(" ", cells));
            assertThat(told.rule()).isEqualTo(decision.rule());
            if (decision instanceof BatchDecision.Retry retry) {
                assertThat(told.lowMs()).isEqualTo(BANDS[0][0]);
                assertThat(told.highMs()).isEqualTo(BANDS[0][1]);
                assertThat(retry.delay()).isBetween(Duration.ofMillis(500), Duration.ofMillis(750));
            } else {
                assertThat(told.lowMs()).isNull();
                assertThat(told.highMs()).isNull();
            }
        }
    }

    private static String row(String signal, String tag, BatchStep step, NextRun nextRun) {
        return signal + " " + tag + " " + BatchExplanation.lower(step) + " " + BatchExplanation.lower(nextRun);
    }

    /** Read digits as a status, a name behind an exclamation mark as a failure kind, anything else as a tag. */
    private static Signal signal(String cell) {
        if (cell.startsWith("!")) {
            return Signal.failure(FailureKind.valueOf(cell.substring(1)));
        }
        return cell.matches("[0-9]+") ? Signal.status(Integer.parseInt(cell)) : Signal.tag(cell);
    }
}
