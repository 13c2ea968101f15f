package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.ReplayRandom;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DecisionExplanationTest {
    private static final String OWN = DecisionExplanationTest.class.getName() + "$$Lambda";

    private final RetryPolicy policy = RetryPolicy.attempts(5).backoff("exponential base=10s jitter=20%");

    @Test
    void it_tells_rule_kind_curve_and_draw() throws Exception {
        double drawn = ReplayRandom.of("explain").nextDouble();

        DecisionExplanation told = explain(policy, null);

        assertThat(told.rule()).isEqualTo(DecisionRule.ATTEMPTS_LEFT);
        assertThat(told.reason()).isNull();
        assertThat(told.kind()).isEqualTo(RetryKind.TRANSIENT);
        assertThat(told.kindByClassifier()).isFalse();
        assertThat(told.attempt()).isEqualTo(3);
        assertThat(told.failures()).isEqualTo(2);
        DelayExplanation delay = delayOf(told);
        assertThat(delay.curve()).isEqualTo(policy.backoff().explain(2));
        assertThat(delay.curveDelay()).isEqualTo(delay.delay());
        assertThat(delay.draw()).isEqualTo(drawn);
        assertThat(delay.changes()).isEmpty();
    }

    @Test
    void it_tells_each_bound_that_changed_the_delay() throws Exception {
        RetryPolicy bounded =
                policy.backoff("constant 10s").maxDelay(Duration.ofMinutes(1)).minDelay(Duration.ofSeconds(30));

        assertThat(delayOf(explain(bounded, RetryOverride.hint(Duration.ofHours(2))))
                        .changes())
                .containsExactly(new DelayExplanation.Change("maxDelay", Duration.ofHours(2), Duration.ofMinutes(1)));
        assertThat(delayOf(explain(bounded, null)).changes())
                .containsExactly(
                        new DelayExplanation.Change("minDelay", Duration.ofSeconds(10), Duration.ofSeconds(30)));
        assertThat(delayOf(explain(bounded, RetryOverride.after(Duration.ofSeconds(45))))
                        .changes())
                .isEmpty();
    }

    @Test
    void it_says_everything_in_one_line() throws Exception {
        RetryPolicy constant = policy.backoff("constant 10s").maxDelay(Duration.ofMinutes(1));

        assertThat(explain(constant, null))
                .hasToString("retry: attempt 3 of 5 failed, kind TRANSIENT set by the policy, an attempt is left;"
                        + " failure 2 of `constant 10s`: curve 10s; wait 10s");
        assertThat(explain(constant, RetryOverride.hint(Duration.ofHours(2)).as(RetryKind.INDEFINITE)))
                .hasToString("retry: attempt 3 failed, kind INDEFINITE set by " + OWN + ", attempts are not counted;"
                        + " failure 2 of `constant 10s`: curve 10s; hint 2h; maxDelay makes 2h 1m; wait 1m");
        assertThat(explain(constant, RetryOverride.after(Duration.ofSeconds(3))))
                .hasToString("retry: attempt 3 of 5 failed, kind TRANSIENT set by the policy, delay set by " + OWN
                        + ", an attempt is left; a classifier directs 3s; wait 3s");
        assertThat(explain(policy, null).toString()).contains("drawn from 16s to 24s, draw 0.", " gives ");
    }

    @Test
    void a_spread_hint_is_told_beside_the_hint() throws Exception {
        RetryPolicy spread = policy.backoff("none").hintSpread(0.5);

        DelayExplanation delay = delayOf(explain(spread, RetryOverride.hint(Duration.ofSeconds(100))));

        assertThat(delay.hint()).isEqualTo(Duration.ofSeconds(100));
        assertThat(delay.spreadHint()).isEqualTo(delay.delay()).isGreaterThan(Duration.ofSeconds(100));
        assertThat(delay.toString()).contains("hint 1m40s spread to ");
    }

    @Test
    void a_curve_that_was_not_asked_is_not_told() throws Exception {
        RetryPolicy exact = policy.hintMode(HintMode.EXACT);

        DelayExplanation delay = delayOf(explain(exact, RetryOverride.hint(Duration.ofSeconds(3))));

        assertThat(delay.curve()).isNull();
        assertThat(delay.curveDelay()).isNull();
        assertThat(delay.draw()).isNull();
    }

    @Test
    void a_failure_before_the_kind_tells_no_kind_and_no_delay() throws Exception {
        DecisionExplanation told = explain(policy.neverOn(IOException.class), null);

        assertThat(told.kind()).isNull();
        assertThat(told.delay()).isNull();
        assertThat(told)
                .hasToString("fail NON_RETRYABLE: attempt 3 of 5 failed, the failure is an instance of neverOn");
    }

    @Test
    void the_draw_is_told_as_it_was_drawn_however_narrow_the_band() throws Exception {
        RetryPolicy narrow = policy.backoff("constant 20ms jitter=1%");
        double drawn = ReplayRandom.of("explain").nextDouble();

        assertThat(delayOf(explain(narrow, null)).draw()).isEqualTo(drawn);
        assertThat(delayOf(explain(policy.backoff("constant 10s jitter=full free=2"), null))
                        .draw())
                .isNull();
    }

    @Test
    void a_hint_is_told_also_where_nothing_is_retried() throws Exception {
        RetryOverride hint = RetryOverride.hint(Duration.ofHours(2)).as(RetryKind.NON_RETRYABLE);

        DecisionExplanation told = explain(policy, hint);

        assertThat(told.hint()).isEqualTo(Duration.ofHours(2));
        assertThat(told)
                .hasToString("fail NON_RETRYABLE: attempt 3 of 5 failed, kind NON_RETRYABLE set by " + OWN
                        + ", the kind is never retried; hint 2h");
    }

    @Test
    void the_classifier_that_decided_is_told_by_its_own_text_or_its_class() throws Exception {
        RetryOverride override = RetryOverride.kind(RetryKind.TRANSIENT);

        assertThat(classifierOf(RetryClassifiers.compose((f, s) -> null, RetryClassifiers.failureTaxonomy())))
                .isEqualTo("failureTaxonomy()");
        assertThat(classifierOf((f, s) -> override)).isEqualTo(OWN);
        assertThat(classifierOf(new Wordless(override))).isEqualTo(Wordless.class.getName());
        assertThat(classifierOf(new Broken(override))).isEqualTo(Broken.class.getName());
        assertThat(classifierOf((f, s) -> null)).isNull();
    }

    @Test
    void asking_twice_gives_the_same_and_draws_nothing() throws Exception {
        ReplayRandom random = ReplayRandom.of("once");
        RetryDecision decision = decide(policy, null, random);
        ReplayRandom.State before = random.state();

        assertThat(decision.explain()).isEqualTo(decision.explain());
        assertThat(random.state()).isEqualTo(before);
    }

    private static @Nullable String classifierOf(RetryClassifier classifier) throws InterruptedException {
        AttemptState state = new AttemptState(1, 1, Instant.EPOCH, ReplayRandom.of("who"));
        return Decider.decide(RetryPolicy.defaults(), classifier, new ConnectException(), state)
                .explain()
                .classifier();
    }

    private static DelayExplanation delayOf(DecisionExplanation told) {
        DelayExplanation delay = told.delay();
        if (delay == null) {
            throw new AssertionError(told + " has no delay");
        }
        return delay;
    }

    private static DecisionExplanation explain(RetryPolicy policy, @Nullable RetryOverride override)
            throws InterruptedException {
        return decide(policy, override, ReplayRandom.of("explain")).explain();
    }

    private static RetryDecision decide(RetryPolicy policy, @Nullable RetryOverride override, RandomGenerator random)
            throws InterruptedException {
        AttemptState state = new AttemptState(3, 2, Instant.EPOCH, random);
        return Decider.decide(policy, (f, s) -> override, new IOException(), state);
    }

    private static class Wordless implements RetryClassifier {
        private final RetryOverride override;

        Wordless(RetryOverride override) {
            this.override = override;
        }

        @Override
        public RetryOverride classify(Throwable failure, AttemptState state) {
            return override;
        }
    }

    private static final class Broken extends Wordless {
        Broken(RetryOverride override) {
            super(override);
        }

        @Override
        public String toString() {
            throw new IllegalStateException("no text for you");
        }
    }
}
