package dev.reprise.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.ReplayRandom;
import dev.reprise.batch.BatchDecision.Defer;
import dev.reprise.batch.BatchDecision.Fail;
import dev.reprise.batch.BatchDecision.Retry;
import dev.reprise.batch.BatchDecision.Stop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class BatchPolicyTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Signal LIMITED = Signal.status(429);
    private static final Signal DOWN = Signal.status(503);
    private final BatchPolicy direct = BatchPolicy.direct();

    @Nested
    class Hints {
        // Public report: curl #12837, #12871, tiny hints that defeat the backoff.
        @Test
        void the_longer_of_hint_and_backoff_is_waited_for() {
            assertThat(retry(LIMITED, 0, Duration.ofSeconds(30)).delay()).isEqualTo(Duration.ofSeconds(30));
            assertThat(retry(DOWN, 0, Duration.ofSeconds(30)).delay()).isEqualTo(Duration.ofSeconds(30));
            assertThat(retry(LIMITED, 0, Duration.ofMillis(1)).delay())
                    .isBetween(Duration.ofMillis(500), Duration.ofMillis(750));
        }

        // Public report: okhttp #7530 and others: hints count on 429 and 503 only.
        @Test
        void other_statuses_have_none() {
            assertThat(retry(Signal.status(500), 0, MINUTE).hint()).isNull();
            assertThat(retry(Signal.status(408), 0, MINUTE).delay()).isLessThan(Duration.ofSeconds(1));
            assertThat(next(Signal.status(403), 0, MINUTE))
                    .isEqualTo(new Defer(null, "SOURCE_NOT_AVAILABLE", "401, 402, 403", false));
        }

        // Public reports: urllib3/urllib3#1338, nicholasbraun/job-crawler-poc#321 (a capped hint retries too early,
        // again
        // and again), curl/curl#7676 (a hint longer than the budget).
        @Test
        void one_longer_than_the_longest_wait_defers_and_is_never_shortened() {
            assertThat(retry(LIMITED, 0, MINUTE).delay()).isEqualTo(MINUTE);
            assertThat(next(LIMITED, 0, MINUTE.plusNanos(1)))
                    .isEqualTo(new Defer(MINUTE.plusNanos(1), "RATE_LIMITED", "429", true));
            assertThat(next(DOWN, 0, Duration.ofHours(1)))
                    .isEqualTo(new Defer(Duration.ofHours(1), "CRAWL_HTTP_503", "503", true));
            assertThat(direct.maxWait(Duration.ofHours(2)).nextStep(DOWN, 0, Duration.ofHours(1), ReplayRandom.of("x")))
                    .isInstanceOf(Retry.class);
        }

        @Test
        void it_goes_along_when_no_retry_is_left() {
            assertThat(next(LIMITED, 3, Duration.ofSeconds(5)))
                    .isEqualTo(new Defer(Duration.ofSeconds(5), "RATE_LIMITED", "429", true));
            assertThat(next(Signal.status(500), 3, Duration.ofSeconds(5)))
                    .isEqualTo(new Defer(null, "CRAWL_HTTP_500", "5xx, 408", false));
        }

        @Test
        void zero_is_none_and_negative_is_refused() {
            assertThat(retry(LIMITED, 0, Duration.ZERO).hint()).isNull();
            assertThatThrownBy(() -> next(LIMITED, 0, Duration.ofSeconds(-1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("hint: PT-1S");
        }
    }

    @Nested
    class Holds {
        @Test
        void a_429_holds_its_host_and_a_503_only_with_a_hint() {
            assertThat(next(LIMITED, 0, null).holdsHost()).isTrue();
            assertThat(next(LIMITED, 3, null).holdsHost()).isTrue();
            assertThat(next(DOWN, 0, MINUTE).holdsHost()).isTrue();
            assertThat(next(DOWN, 0, null).holdsHost()).isFalse();
            assertThat(next(Signal.status(500), 0, MINUTE).holdsHost()).isFalse();
        }

        @Test
        void the_status_inside_a_tag_never_holds_and_never_stops() {
            BatchPolicy api = BatchPolicy.api();
            for (int code = 100; code <= 999; code++) {
                Signal tag = Signal.tag("CRAWL_HTTP_" + code);
                BatchDecision decision = api.nextStep(tag, 0, Duration.ofSeconds(5), ReplayRandom.of("x"));

                assertThat(decision.holdsHost()).as(tag.toString()).isFalse();
                assertThat(decision).isNotInstanceOf(Stop.class);
                assertThat(decision.tag()).isEqualTo(tag.toString());
            }
        }

        @Test
        void what_ends_the_url_or_the_job_holds_nothing() {
            assertThat(next(Signal.status(404), 0, MINUTE).holdsHost()).isFalse();
            assertThat(BatchPolicy.api()
                            .nextStep(Signal.status(401), 0, MINUTE, ReplayRandom.of("x"))
                            .holdsHost())
                    .isFalse();
        }

        @Test
        void a_hint_counts_for_the_status_inside_a_tag() {
            assertThat(retry(Signal.tag("CRAWL_HTTP_429"), 0, Duration.ofSeconds(30))
                            .delay())
                    .isEqualTo(Duration.ofSeconds(30));
        }
    }

    @Nested
    class Retries {
        // Public report: apache/httpcomponents-client#708.
        @Test
        void a_425_is_retried_once() {
            assertThat(next(Signal.status(425), 0, null)).isInstanceOf(Retry.class);
            assertThat(next(Signal.status(425), 1, null)).isEqualTo(new Defer(null, "CRAWL_HTTP_425", "425", false));
        }

        // Public reports: okhttp #3483, #3753, a 408 that is retried for ever.
        @Test
        void every_retried_signal_ends_with_the_policys_retries() {
            for (Signal signal : new Signal[] {LIMITED, DOWN, Signal.status(408), Signal.tag("CRAWL_TIMEOUT")}) {
                assertThat(next(signal, 2, null)).isInstanceOf(Retry.class);
                assertThat(next(signal, 3, null)).isInstanceOf(Defer.class);
                assertThat(next(signal, Integer.MAX_VALUE, null)).isInstanceOf(Defer.class);
            }
        }

        @Test
        void without_retries_the_first_failure_is_deferred() {
            BatchPolicy none = direct.retries(0);

            assertThat(none.nextStep(DOWN, 0, null, ReplayRandom.of("x"))).isInstanceOf(Defer.class);
            assertThat(none.nextStep(Signal.status(425), 0, null, ReplayRandom.of("x")))
                    .isInstanceOf(Defer.class);
        }

        @Test
        void a_seed_replays_the_delays_and_only_a_retry_draws() {
            ReplayRandom random = ReplayRandom.of("feeds");
            direct.nextStep(Signal.status(404), 0, null, random);
            direct.nextStep(DOWN, 3, null, random);

            Retry retry = (Retry) direct.nextStep(DOWN, 0, null, random);

            double draw = ReplayRandom.of("feeds").nextDouble();
            assertThat(retry.delay()).isEqualTo(Duration.ofMillis(Math.round(500 + draw * 250)));
        }

        @Test
        void a_decision_draws_from_the_random_it_is_given_not_from_the_schedules_own() {
            Backoff jittered = Backoff.parse("exponential base=500ms jitter=+250ms");
            RandomGenerator refusing = () -> {
                throw new AssertionError("the schedule's own random was asked");
            };
            BatchPolicy own = direct.backoff(jittered.random(refusing));

            assertThat(own.nextStep(DOWN, 0, null, ReplayRandom.of("x")))
                    .isEqualTo(direct.nextStep(DOWN, 0, null, ReplayRandom.of("x")));
        }

        @Test
        void another_schedule_may_be_set() {
            BatchPolicy slow = direct.backoff(Backoff.parse("steps 1m,2m"));

            assertThat(slow.nextStep(DOWN, 1, null, ReplayRandom.of("x")))
                    .isEqualTo(new Retry(Duration.ofMinutes(2), null, "CRAWL_HTTP_503", "503", NextRun.SEND, false));
        }
    }

    @Nested
    class ReplacedRows {
        private final Signal gone = Signal.status(404);

        @Test
        void a_replaced_row_decides_for_its_signal_alone() {
            BatchPolicy patient = direct.replace(gone, BatchRow.defer("404 of a slow mirror"));

            assertThat(patient.nextStep(gone, 0, null, ReplayRandom.of("x")))
                    .isEqualTo(new Defer(null, "CRAWL_HTTP_404", "404 of a slow mirror", false));
            assertThat(patient.nextStep(Signal.status(410), 0, null, ReplayRandom.of("x")))
                    .isInstanceOf(Fail.class);
            assertThat(direct.nextStep(gone, 0, null, ReplayRandom.of("x"))).isInstanceOf(Fail.class);
            assertThat(patient.rows().get(0).rule()).isEqualTo("404 of a slow mirror");
        }

        @Test
        void a_retry_that_is_never_sent_again_fails_when_no_retry_is_left() {
            BatchRow row =
                    BatchRow.retry("404").nextRun(NextRun.NEVER).tag("GONE").atMost(2);
            BatchPolicy eager = direct.replace(gone, row);

            assertThat(eager.nextStep(gone, 1, null, ReplayRandom.of("x"))).isInstanceOf(Retry.class);
            assertThat(eager.nextStep(gone, 2, null, ReplayRandom.of("x"))).isEqualTo(new Fail("GONE", "404"));
            assertThat(eager.explain(gone, 2, null).nextRun()).isEqualTo(NextRun.NEVER);
            assertThat(eager.explain(gone, 1, null).nextRun()).isEqualTo(NextRun.NEVER);
        }

        @Test
        void a_hint_too_long_to_wait_for_fails_what_is_never_sent_again() {
            BatchRow row =
                    BatchRow.retry("404").nextRun(NextRun.NEVER).tag("GONE").hinted(BatchRow.Hold.NEVER);
            BatchPolicy eager = direct.replace(gone, row);

            assertThat(eager.nextStep(gone, 0, MINUTE, ReplayRandom.of("x"))).isInstanceOf(Retry.class);
            assertThat(eager.nextStep(gone, 0, MINUTE.plusNanos(1), ReplayRandom.of("x")))
                    .isEqualTo(new Fail("GONE", "404"));
            assertThat(eager.explain(gone, 0, MINUTE.plusNanos(1)).nextRun()).isEqualTo(NextRun.NEVER);
        }

        @Test
        void they_are_listed_in_the_order_they_were_replaced() {
            BatchPolicy many = direct;
            List<String> rules = new ArrayList<>();
            for (int code = 499; code >= 420; code--) {
                many = many.replace(Signal.status(code), BatchRow.defer("own " + code));
                rules.add("own " + code);
            }

            assertThat(many.rows().subList(0, rules.size()))
                    .extracting(BatchRow::rule)
                    .isEqualTo(rules);
        }

        @Test
        void a_success_can_be_made_a_failure() {
            BatchPolicy strict = direct.replace(Signal.status(204), BatchRow.defer("empty"));

            assertThat(strict.isSuccess(Signal.status(204))).isFalse();
            assertThat(strict.nextStep(Signal.status(204), 0, null, ReplayRandom.of("x")))
                    .isInstanceOf(Defer.class);
        }

        @Test
        void a_tag_may_stop_the_job_if_the_user_says_so() {
            BatchPolicy api = BatchPolicy.api().replace(Signal.tag("OUT_OF_CREDIT"), BatchRow.stop("credit"));

            assertThat(api.nextStep(Signal.tag("OUT_OF_CREDIT"), 0, null, ReplayRandom.of("x")))
                    .isEqualTo(new Stop("OUT_OF_CREDIT", "credit"));
        }
    }

    @Nested
    class Explanations {
        @Test
        void a_retry_is_told_with_its_band() {
            assertThat(direct.explain(Signal.status(500), 1, null))
                    .hasToString("500: retry after 1s to 1s250ms (rule: 5xx, 408); tag CRAWL_HTTP_500; next run: send");
        }

        @Test
        void a_hint_lifts_the_band() {
            BatchExplanation told = direct.explain(LIMITED, 0, Duration.ofMillis(600));

            assertThat(told.lowMs()).isEqualTo(600);
            assertThat(told.highMs()).isEqualTo(750);
            assertThat(direct.explain(LIMITED, 0, Duration.ofSeconds(5)))
                    .hasToString("429: retry after 5s, hint 5s (rule: 429); tag RATE_LIMITED; next run: send");
        }

        @Test
        void a_deferral_says_what_turned_the_retry_into_it() {
            assertThat(direct.explain(LIMITED, 0, Duration.ofHours(1)).toString())
                    .contains("429: defer, hint 1h", "because the hint is longer than the longest wait of a run, 1m");
            assertThat(direct.explain(DOWN, 3, null).toString())
                    .contains("503: defer", "because 3 of 3 retries are done");
            assertThat(direct.explain(Signal.status(403), 0, null).because()).isNull();
        }

        @Test
        void a_final_outcome_says_never() {
            assertThat(direct.explain(Signal.tag("CRAWL_NOT_FOUND"), 0, null))
                    .hasToString("CRAWL_NOT_FOUND: fail (rule: 404, 410); next run: never");
        }
    }

    @Nested
    class Refusals {
        @Test
        void a_success_is_nothing_to_decide() {
            assertThatThrownBy(() -> next(Signal.status(200), 0, null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("signal: 200 is a success; there is nothing to decide");
            assertThatThrownBy(() -> direct.explain(Signal.status(204), 0, null))
                    .isInstanceOf(IllegalArgumentException.class);
        }

        @Test
        void a_next_run_that_contradicts_the_step_is_refused_by_both_names() {
            for (BatchRow row : List.of(BatchRow.defer("x"), BatchRow.stop("x"))) {
                assertThatThrownBy(() -> row.nextRun(NextRun.NEVER))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageStartingWith("nextRun: NEVER contradicts step: " + row.step());
            }
            assertThatThrownBy(() -> BatchRow.fail("x").nextRun(NextRun.SEND))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("nextRun: SEND contradicts step: FAIL");
        }

        @Test
        void bad_numbers_are_refused_by_name() {
            assertThatThrownBy(() -> next(DOWN, -1, null)).hasMessageStartingWith("retriesDone: -1");
            assertThatThrownBy(() -> direct.retries(-1)).hasMessageStartingWith("retries: -1");
            assertThatThrownBy(() -> direct.maxWait(Duration.ofNanos(-1))).hasMessageStartingWith("maxWait: ");
            assertThatThrownBy(() -> BatchRow.retry("x").atMost(-1)).hasMessageStartingWith("maxRetries: -1");
            assertThatThrownBy(() -> Signal.status(99)).hasMessageStartingWith("status: 99");
            assertThatThrownBy(() -> Signal.status(1_000)).hasMessageStartingWith("status: 1000");
            assertThatThrownBy(() -> Signal.tag(" ")).hasMessageStartingWith("tag: ");
        }
    }

    private BatchDecision next(Signal signal, int retriesDone, @Nullable Duration hint) {
        return direct.nextStep(signal, retriesDone, hint, ReplayRandom.of("batch"));
    }

    private Retry retry(Signal signal, int retriesDone, @Nullable Duration hint) {
        return (Retry) next(signal, retriesDone, hint);
    }
}
