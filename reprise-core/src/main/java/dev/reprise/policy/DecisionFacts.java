package dev.reprise.policy;

import dev.reprise.backoff.BackoffExplanation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keep what a decision was made of, so that it can be explained later.
 *
 * @param decidedBy who gave the override, or null
 * @param curveNanos what the schedule gave, or {@link #NOT_ASKED}
 * @param draw what the schedule's delay was drawn with, or {@link #NOT_DRAWN}
 * @param hintNanos the hint after its spread, or {@link #NOT_ASKED}
 * @param rawNanos the delay before the two bounds
 */
record DecisionFacts(
        RetryPolicy policy,
        DecisionRule rule,
        int attempt,
        int failures,
        @Nullable RetryOverride override,
        @Nullable RetryClassifier decidedBy,
        long curveNanos,
        double draw,
        long hintNanos,
        long rawNanos,
        List<BrokenClassifier> broken) {
    static final long NOT_ASKED = -1;
    static final double NOT_DRAWN = -1;

    DecisionExplanation explain(@Nullable FailReason reason, @Nullable Duration delay) {
        boolean kindCounts = rule != DecisionRule.NEVER_ON && rule != DecisionRule.PAYLOAD;
        RetryKind claim = override == null ? null : override.kind();
        return new DecisionExplanation(
                rule,
                reason,
                kindCounts ? (claim == null ? policy.kind() : claim) : null,
                claim != null,
                decidedBy == null ? null : ClassifierNames.of(decidedBy),
                attempt,
                policy.maxAttempts(),
                failures,
                override == null ? null : override.hinted(),
                delay == null ? null : explainDelay(delay),
                broken);
    }

    private DelayExplanation explainDelay(Duration delay) {
        BackoffExplanation curve =
                curveNanos == NOT_ASKED ? null : policy.backoff().explain(failures);
        Duration hint = override == null ? null : override.hinted();
        return new DelayExplanation(
                curve,
                curve == null ? null : Duration.ofNanos(curveNanos),
                draw == NOT_DRAWN ? null : draw,
                hint,
                hint == null ? null : Duration.ofNanos(hintNanos),
                override == null ? null : override.directed(),
                changes(),
                delay);
    }

    private List<DelayExplanation.Change> changes() {
        List<DelayExplanation.Change> changes = new ArrayList<>();
        long bounded = Math.min(rawNanos, policy.boundNanos());
        if (bounded < rawNanos) {
            changes.add(change("maxDelay", rawNanos, bounded));
        }
        if (bounded < policy.floorNanos()) {
            changes.add(change("minDelay", bounded, policy.floorNanos()));
        }
        return List.copyOf(changes);
    }

    private static DelayExplanation.Change change(String bound, long before, long after) {
        return new DelayExplanation.Change(bound, Duration.ofNanos(before), Duration.ofNanos(after));
    }
}
