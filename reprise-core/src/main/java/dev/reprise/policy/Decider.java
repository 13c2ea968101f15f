package dev.reprise.policy;

import dev.reprise.backoff.Jitter;
import dev.reprise.internal.Interrupts;
import dev.reprise.internal.Nanos;
import dev.reprise.internal.Rethrow;
import dev.reprise.internal.Wrappers;
import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Decide what follows a failure. Pure: it reads no clock, owns no random, and the same inputs give the same decision.
 *
 * <p>The first rule that matches decides:
 *
 * <ol>
 *   <li>interrupts, cancellation, errors of the JVM and errors not in {@code retryOn} are not decided: they
 *       {@linkplain #passesThrough pass through}
 *   <li>an instance of {@code neverOn} fails: NON_RETRYABLE
 *   <li>a {@link PayloadFailure} fails for its own reason, and no classifier is asked
 *   <li>the classifier may override kind and delay; the effective kind is its kind, else the policy's
 *   <li>the kind NON_RETRYABLE fails; without an override, so does what is not in {@code retryOn}: NOT_RETRYABLE
 *   <li>TRANSIENT retries while {@code attempt < maxAttempts}, else fails: ATTEMPTS_EXHAUSTED
 *   <li>INDEFINITE retries
 * </ol>
 *
 * <p>The delay is the directed one, else what hint and schedule make together, else the schedule's; then at most
 * {@code maxDelay}, then at least the floor. Deadlines, budgets and patience are the caller's, who refuses the retry.
 */
public final class Decider {
    private Decider() {}

    /**
     * Tell whether a failure is outside every decision: an interrupt (also one that closed a channel), a cancellation,
     * an error of the JVM, or an error that is not in {@code retryOn}; also inside a known wrapper such as
     * {@link java.util.concurrent.CompletionException}.
     *
     * @param policy whose {@code retryOn} counts
     * @param failure what the attempt threw
     * @return true if {@link #decide} would throw it
     */
    public static boolean passesThrough(RetryPolicy policy, Throwable failure) {
        Objects.requireNonNull(policy, "policy");
        return isOutside(policy, Wrappers.unwrap(Objects.requireNonNull(failure, "failure")));
    }

    /**
     * Decide what follows a failure.
     *
     * @param policy the schedule and the limits
     * @param classifier may override the policy for this failure, or null; an exception that it throws is kept in the
     *     decision and skipped
     * @param failure what the attempt threw, in whatever it is wrapped
     * @param state the attempt, the failures, the time and the random
     * @return the decision
     * @throws InterruptedException if the failure, or what a classifier throws, is one. Whatever
     *     {@linkplain #passesThrough passes through} is thrown as it came, also if it is checked and inside a wrapper
     */
    public static RetryDecision decide(
            RetryPolicy policy, @Nullable RetryClassifier classifier, Throwable failure, AttemptState state)
            throws InterruptedException {
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(state, "state");
        Throwable inner = Wrappers.unwrap(Objects.requireNonNull(failure, "failure"));
        if (isOutside(policy, inner)) {
            throw Rethrow.<InterruptedException>asItCame(failure);
        }
        if (isAny(policy.neverOn(), failure, inner)) {
            return fail(policy, DecisionRule.NEVER_ON, FailReason.NON_RETRYABLE, null, null, state, List.of());
        }
        if (inner instanceof PayloadFailure payload) {
            return fail(policy, DecisionRule.PAYLOAD, payload.reason(), null, null, state, List.of());
        }

        RetryOverride override = null;
        RetryClassifier decidedBy = null;
        List<BrokenClassifier> broken = List.of();
        if (classifier != null) {
            List<RetryClassifier> members =
                    classifier instanceof ComposedClassifier composed ? composed.members() : null;
            int count = members == null ? 1 : members.size();
            for (int i = 0; i < count && override == null; i++) {
                RetryClassifier member = members == null ? classifier : members.get(i);
                try {
                    override = member.classify(failure, state);
                    decidedBy = override == null ? null : member;
                } catch (Exception skipped) {
                    if (Interrupts.isOne(Wrappers.unwrap(skipped))) {
                        throw Rethrow.<InterruptedException>asItCame(skipped);
                    }
                    broken = with(broken, new BrokenClassifier(member, skipped));
                }
            }
        }

        RetryKind claim = override == null ? null : override.kind();
        RetryKind kind = claim == null ? policy.kind() : claim;
        if (kind == RetryKind.NON_RETRYABLE) {
            return fail(
                    policy,
                    DecisionRule.KIND_NON_RETRYABLE,
                    FailReason.NON_RETRYABLE,
                    override,
                    decidedBy,
                    state,
                    broken);
        }
        if (override == null && !isAny(policy.retryOn(), failure, inner)) {
            return fail(policy, DecisionRule.NOT_IN_RETRY_ON, FailReason.NOT_RETRYABLE, null, null, state, broken);
        }
        if (kind == RetryKind.INDEFINITE) {
            return retry(policy, DecisionRule.INDEFINITE, override, decidedBy, state, broken);
        }
        return state.attempt() < policy.maxAttempts()
                ? retry(policy, DecisionRule.ATTEMPTS_LEFT, override, decidedBy, state, broken)
                : fail(
                        policy,
                        DecisionRule.ATTEMPTS_SPENT,
                        FailReason.ATTEMPTS_EXHAUSTED,
                        override,
                        decidedBy,
                        state,
                        broken);
    }

    private static Retry retry(
            RetryPolicy policy,
            DecisionRule rule,
            @Nullable RetryOverride override,
            @Nullable RetryClassifier decidedBy,
            AttemptState state,
            List<BrokenClassifier> broken) {
        Duration directed = override == null ? null : override.directed();
        Duration hint = override == null ? null : override.hinted();
        // The schedule is asked only if it takes part: it may draw, and a replay counts draws.
        boolean curveTakesPart = directed == null && (hint == null || policy.hintMode() == HintMode.AT_LEAST);
        double draw = DecisionFacts.NOT_DRAWN;
        long curveNanos = DecisionFacts.NOT_ASKED;
        if (curveTakesPart) {
            // Drawn here, not by the schedule, so that the draw itself can be explained.
            draw = policy.backoff().draws(state.failures()) ? state.random().nextDouble() : DecisionFacts.NOT_DRAWN;
            curveNanos = policy.backoff().delayNanos(state.failures(), draw);
        }
        long hintNanos = hint == null
                ? DecisionFacts.NOT_ASKED
                : Nanos.of(Jitter.spread(hint, policy.hintSpread(), state.random()));
        long raw = directed == null ? Math.max(hintNanos, curveNanos) : Nanos.of(directed);
        long delay = Math.max(Math.min(raw, policy.boundNanos()), policy.floorNanos());
        DecisionFacts facts = new DecisionFacts(
                policy,
                rule,
                state.attempt(),
                state.failures(),
                override,
                decidedBy,
                curveNanos,
                draw,
                hintNanos,
                raw,
                broken);
        return new Retry(facts, delay);
    }

    private static Fail fail(
            RetryPolicy policy,
            DecisionRule rule,
            FailReason reason,
            @Nullable RetryOverride override,
            @Nullable RetryClassifier decidedBy,
            AttemptState state,
            List<BrokenClassifier> broken) {
        DecisionFacts facts = new DecisionFacts(
                policy,
                rule,
                state.attempt(),
                state.failures(),
                override,
                decidedBy,
                DecisionFacts.NOT_ASKED,
                DecisionFacts.NOT_DRAWN,
                DecisionFacts.NOT_ASKED,
                DecisionFacts.NOT_ASKED,
                broken);
        return new Fail(facts, reason, null);
    }

    private static boolean isOutside(RetryPolicy policy, Throwable inner) {
        return Interrupts.isOne(inner)
                || inner instanceof VirtualMachineError
                || (inner instanceof Error && !isAny(policy.retryOn(), inner, inner));
    }

    private static boolean isAny(List<Class<? extends Throwable>> types, Throwable failure, Throwable inner) {
        for (int i = 0; i < types.size(); i++) {
            if (types.get(i).isInstance(failure) || types.get(i).isInstance(inner)) {
                return true;
            }
        }
        return false;
    }

    private static List<BrokenClassifier> with(List<BrokenClassifier> broken, BrokenClassifier next) {
        List<BrokenClassifier> longer = new ArrayList<>(broken);
        longer.add(next);
        return List.copyOf(longer);
    }
}
