package dev.reprise;

import static dev.reprise.policy.RetryClassifiers.compose;
import static dev.reprise.policy.RetryClassifiers.failureTaxonomy;
import static dev.reprise.policy.RetryClassifiers.rateLimitAware;
import static dev.reprise.policy.RetryClassifiers.serverHints;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import dev.reprise.backoff.NextAttempt;
import dev.reprise.backoff.ReplayRandom;
import dev.reprise.lockout.Lockout;
import dev.reprise.lockout.LockoutState;
import dev.reprise.policy.AttemptState;
import dev.reprise.policy.Decider;
import dev.reprise.policy.PolicyWarning;
import dev.reprise.policy.RetryClassifier;
import dev.reprise.policy.RetryDecision;
import dev.reprise.policy.RetryDecision.Retry;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryOverride;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The code that docs/guide/schedules-and-decisions.md and policies.md show, and what it says this code gives. */
class ScheduleGuideSnippetsTest {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    @Test
    void a_schedule_is_the_same_by_code_and_by_text() {
        // snippet: schedule
        Backoff byCode = Backoff.exponential(Duration.ofMinutes(1))
                .max(Duration.ofHours(6))
                .jitter(Jitter.ratio(0.2));
        Backoff byText = Backoff.parse("exponential base=1m max=6h jitter=20%");
        // end snippet

        assertThat(byText).isEqualTo(byCode).hasToString("exponential base=1m max=6h jitter=20%");
    }

    @Test
    void a_seed_gives_the_delays_that_the_guide_lists() throws IOException {
        List<String> delays = new ArrayList<>();

        // snippet: replay
        Backoff schedule = Backoff.parse("exponential base=15m max=1d jitter=10%");
        ReplayRandom random = ReplayRandom.of("feeds");
        for (int failures = 1; failures <= 4; failures++) {
            delays.add(schedule.delay(failures, random).toMillis() + " ms");
        }
        // end snippet

        assertThat(delays).containsExactly("951542 ms", "1655825 ms", "3624786 ms", "7326701 ms");
        assertThat(guide("schedules-and-decisions.md")).contains("951542, 1655825, 3624786, 7326701");
    }

    @Test
    void a_schedule_explains_itself_in_the_words_that_the_guide_quotes() throws IOException {
        // snippet: explain-schedule
        String words = Backoff.parse("exponential base=1m max=6h jitter=20%")
                .explain(12)
                .toString();
        // end snippet

        assertThat(guide("schedules-and-decisions.md")).contains(words);
    }

    @Test
    void a_classifier_of_ones_own_goes_before_the_ready_made() throws InterruptedException {
        record QuotaSpent(Instant resetsAt) {}
        final class QuotaException extends RuntimeException {
            final transient QuotaSpent quota = new QuotaSpent(NOW.plusSeconds(90));
        }

        // snippet: classifier
        RetryClassifier quota = (failure, state) -> failure instanceof QuotaException spent
                ? RetryOverride.after(Duration.between(state.now(), spent.quota.resetsAt()))
                : null;
        RetryClassifier classifier =
                compose(quota, rateLimitAware(RetryKind.TRANSIENT), serverHints(), failureTaxonomy());
        // end snippet

        RetryDecision decision = Decider.decide(
                RetryPolicy.defaults(), classifier, new QuotaException(), new AttemptState(1, 1, NOW, random()));
        assertThat(decision)
                .isInstanceOfSatisfying(
                        Retry.class, retry -> assertThat(retry.delay()).hasSeconds(90));
    }

    @Test
    void a_decision_explains_itself_and_is_refused_after_a_deadline() throws InterruptedException, IOException {
        RetryPolicy policy = RetryPolicy.parse("attempts=9 floor=1s exponential base=200ms");
        AttemptState state = new AttemptState(1, 1, NOW, random());
        Instant deadline = NOW;

        // snippet: deadline
        RetryDecision decision = Decider.decide(policy, failureTaxonomy(), new ConnectException(), state);
        if (decision instanceof Retry retry) {
            decision = retry.notAfter(state.now(), deadline);
        }
        String words = decision.explain().toString();
        // end snippet

        assertThat(decision).hasToString("Fail(DEADLINE)");
        assertThat(guide("schedules-and-decisions.md")).contains(words);
    }

    @Test
    void a_policy_warns_in_the_words_that_the_guide_quotes() throws IOException {
        // snippet: check
        RetryPolicy policy = RetryPolicy.parse("attempts=8 budget=1m exponential base=15s");
        List<PolicyWarning> warnings = policy.check(failureTaxonomy(), null);
        // end snippet

        assertThat(guide("policies.md")).contains(warnings.get(0).toString());
    }

    @Test
    void a_row_that_is_polled_keeps_a_count_and_an_instant() {
        int failuresOfTheRow = 0;

        // snippet: next-attempt
        NextAttempt polling =
                NextAttempt.every(Duration.ofMinutes(5), Backoff.parse("exponential base=1m max=6h jitter=20%"));
        NextAttempt.Row failed = polling.afterFailure(failuresOfTheRow, NOW);
        NextAttempt.Row succeeded = polling.afterSuccess(NOW);
        // end snippet

        assertThat(failed.failures()).isEqualTo(1);
        assertThat(failed.due()).isBetween(NOW.plusSeconds(48), NOW.plusSeconds(72));
        assertThat(succeeded).isEqualTo(new NextAttempt.Row(0, NOW.plusSeconds(300)));
    }

    @Test
    void a_sign_in_form_locks_after_its_free_failures() {
        // snippet: lockout
        Lockout lockout = Lockout.of(Backoff.parse("exponential base=1s max=15m free=4"));
        LockoutState state = LockoutState.clear();
        for (int i = 1; i <= 6; i++) {
            state = lockout.afterFailure(state, NOW);
        }
        Duration wait = lockout.lockedFor(state, NOW);
        // end snippet

        assertThat(wait).hasSeconds(2);
    }

    private static ReplayRandom random() {
        return ReplayRandom.of("guide");
    }

    private static String guide(String page) throws IOException {
        return Files.readString(Path.of("../docs/guide", page), UTF_8);
    }
}
