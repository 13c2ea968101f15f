package dev.reprise.policy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decide what follows a failure: {@link Retry} after a delay, or {@link Fail} for a reason.
 *
 * <p>A decision carries a delay, never an instant: who runs it adds its own clock.
 */
public sealed interface RetryDecision {
    /**
     * Return the classifiers that broke and were skipped.
     *
     * @return what each threw, in the order they were asked; empty in all but rare cases
     */
    List<BrokenClassifier> brokenClassifiers();

    /**
     * Explain the decision, as data and in words. It is worked out when asked for.
     *
     * @return the rule, the kind, and how the delay came about
     */
    DecisionExplanation explain();

    /** Try again after a delay. */
    final class Retry implements RetryDecision {
        private final DecisionFacts facts;
        private final Duration delay;

        Retry(DecisionFacts facts, long delayNanos) {
            this.facts = facts;
            this.delay = Duration.ofNanos(delayNanos);
        }

        /** {@return how long to wait, zero or more, between the policy's floor and bound} */
        public Duration delay() {
            return delay;
        }

        /**
         * Refuse this retry if it would start after a deadline. A delay is never shortened to fit.
         *
         * @param now the instant the delay counts from, by the clock of the deadline
         * @param deadline the last instant at which an attempt may start
         * @return this, or {@link FailReason#DEADLINE}
         */
        public RetryDecision notAfter(Instant now, Instant deadline) {
            Objects.requireNonNull(now, "now");
            Objects.requireNonNull(deadline, "deadline");
            return delay.compareTo(Duration.between(now, deadline)) > 0 ? refuse(FailReason.DEADLINE) : this;
        }

        /**
         * Refuse this retry if it would start outside a time budget. A delay is never shortened to fit.
         *
         * @param elapsed how much of the budget is spent
         * @param timeBudget the time, from the start, in which an attempt may start
         * @return this, or {@link FailReason#DEADLINE}
         */
        public RetryDecision within(Duration elapsed, Duration timeBudget) {
            Objects.requireNonNull(elapsed, "elapsed");
            Objects.requireNonNull(timeBudget, "timeBudget");
            return delay.compareTo(timeBudget.minus(elapsed)) > 0 ? refuse(FailReason.DEADLINE) : this;
        }

        /**
         * Refuse this retry for a reason that only its caller knows.
         *
         * @param reason DEADLINE, BUDGET_EXHAUSTED, WAIT_TOO_LONG, INTERRUPTED or NOT_REPEATABLE
         * @return a failure that remembers the refused delay
         * @throws IllegalArgumentException if the reason is one that a decision has
         */
        public Fail refuse(FailReason reason) {
            Objects.requireNonNull(reason, "reason");
            if (!reason.isOfTheCaller()) {
                throw new IllegalArgumentException("reason: " + reason + " is the decision's own; allowed are DEADLINE,"
                        + " BUDGET_EXHAUSTED, WAIT_TOO_LONG, INTERRUPTED, NOT_REPEATABLE");
            }
            return new Fail(facts, reason, delay);
        }

        @Override
        public List<BrokenClassifier> brokenClassifiers() {
            return facts.broken();
        }

        @Override
        public DecisionExplanation explain() {
            return facts.explain(null, delay);
        }

        /** Say the delay. */
        @Override
        public String toString() {
            return "Retry(" + delay + ")";
        }
    }

    /** Give the failure up for good. */
    final class Fail implements RetryDecision {
        private final DecisionFacts facts;
        private final FailReason reason;
        private final @Nullable Duration refusedDelay;

        Fail(DecisionFacts facts, FailReason reason, @Nullable Duration refusedDelay) {
            this.facts = facts;
            this.reason = reason;
            this.refusedDelay = refusedDelay;
        }

        /** {@return why the failure is final} */
        public FailReason reason() {
            return reason;
        }

        /** {@return the delay of the retry that the caller refused, or null: there was none} */
        public @Nullable Duration refusedDelay() {
            return refusedDelay;
        }

        @Override
        public List<BrokenClassifier> brokenClassifiers() {
            return facts.broken();
        }

        @Override
        public DecisionExplanation explain() {
            return facts.explain(reason, refusedDelay);
        }

        /** Say the reason. */
        @Override
        public String toString() {
            return "Fail(" + reason + ")";
        }
    }
}
