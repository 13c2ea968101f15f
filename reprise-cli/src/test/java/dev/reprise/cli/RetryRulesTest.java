package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.reprise.backoff.ReplayRandom;
import dev.reprise.policy.AttemptState;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryOverride;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetryRulesTest {
    private static final RetryRules USUAL = new RetryRules(null, null);

    @Test
    void a_failure_is_retried_whatever_its_status() {
        for (int status : List.of(1, 2, 75, 124, 125, 128, 137, 139, 143, 255)) {
            assertThat(USUAL.whyFinal(ended(status))).as("status %d", status).isNull();
        }
    }

    @Test
    void what_another_attempt_will_not_change_is_not_retried_unless_it_is_named() {
        for (int status : List.of(126, 127, 130, 131, 141)) {
            assertThat(USUAL.whyFinal(ended(status))).as("status %d", status).isNotNull();
            assertThat(retryOn(status).whyFinal(ended(status)))
                    .as("status %d", status)
                    .isNull();
        }
    }

    @Test
    void only_the_named_are_retried() {
        RetryRules rules = retryOn(1, 75);
        assertThat(rules.whyFinal(ended(75))).isNull();
        assertThat(rules.whyFinal(ended(2))).isEqualTo("--retry-on 1,75 does not name 2");
        assertThat(rules.whyFinal(timedOut())).isEqualTo("--retry-on 1,75 does not name 124");
        assertThat(retryOn(124).whyFinal(timedOut())).isNull();
    }

    @Test
    void the_named_are_never_retried() {
        RetryRules rules = new RetryRules(null, statuses(2, 124));
        assertThat(rules.whyFinal(ended(2))).isEqualTo("--stop-on names 2");
        assertThat(rules.whyFinal(timedOut())).isEqualTo("--stop-on names 124");
        assertThat(rules.whyFinal(ended(1))).isNull();
        assertThat(rules.whyFinal(ended(127))).isEqualTo("it is not found");
    }

    @Test
    void an_output_that_does_not_match_is_retried_whatever_statuses_are_named() {
        Attempt attempt = attempt(0, Attempt.End.NO_MATCH, null);
        assertThat(retryOn(75).whyFinal(attempt)).isNull();
        assertThat(new RetryRules(null, statuses(1)).whyFinal(attempt)).isNull();
    }

    @Test
    void a_status_that_both_name_is_refused() {
        assertThatIllegalStateException()
                .isThrownBy(() -> new RetryRules(statuses(1, 2, 75), statuses(2, 3, 75)))
                .withMessage("--retry-on 1,2,75 and --stop-on 2,3,75: both name 2,75; allowed is one of them for a"
                        + " status");
    }

    @Test
    void the_hint_is_passed_on_for_what_is_retried() {
        Duration hint = Duration.ofSeconds(7);
        assertThat(classify(USUAL, attempt(22, Attempt.End.ENDED, hint))).isEqualTo(RetryOverride.hint(hint));
        assertThat(classify(USUAL, ended(22))).isNull();
        assertThat(classify(retryOn(1), attempt(22, Attempt.End.ENDED, hint)))
                .isEqualTo(RetryOverride.kind(RetryKind.NON_RETRYABLE));
    }

    private static @Nullable RetryOverride classify(RetryRules rules, Attempt attempt) {
        return rules.classify(
                new AttemptFailed(attempt), new AttemptState(1, 1, Instant.EPOCH, ReplayRandom.of("rules")));
    }

    private static RetryRules retryOn(Integer... statuses) {
        return new RetryRules(statuses(statuses), null);
    }

    private static Statuses statuses(Integer... statuses) {
        return new Statuses(new TreeSet<>(List.of(statuses)));
    }

    private static Attempt ended(int status) {
        return attempt(status, Attempt.End.ENDED, null);
    }

    private static Attempt timedOut() {
        return attempt(124, Attempt.End.TIMED_OUT, null);
    }

    private static Attempt attempt(int status, Attempt.End end, @Nullable Duration hint) {
        return new Attempt(1, Instant.EPOCH, Duration.ofMillis(5), status, end, hint);
    }
}
