package dev.reprise.policy;

import dev.reprise.backoff.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tell why a decision came out as it did, as data; {@link #toString} tells it in words.
 *
 * @param rule the rule that decided
 * @param reason why the failure is final, or null: it is retried. A reason such as DEADLINE is the caller's, who refused
 *     the retry that the rule gave
 * @param kind what stops the retries of this failure, or null: the rule came before the kind
 * @param kindByClassifier whether a classifier set the kind, not the policy
 * @param classifier the classifier whose override was taken, by its own text or its class, or null: none
 * @param attempt the attempt that failed, counted from 1
 * @param maxAttempts the attempts that the policy allows
 * @param failures how many attempts have failed
 * @param hint the server's wish that the classifier passed on, also if nothing is retried, or null
 * @param delay how the delay came about, also that of a refused retry, or null: there is none
 * @param brokenClassifiers the classifiers that broke and were skipped
 */
public record DecisionExplanation(
        DecisionRule rule,
        @Nullable FailReason reason,
        @Nullable RetryKind kind,
        boolean kindByClassifier,
        @Nullable String classifier,
        int attempt,
        int maxAttempts,
        int failures,
        @Nullable Duration hint,
        @Nullable DelayExplanation delay,
        List<BrokenClassifier> brokenClassifiers) {
    /** {@inheritDoc} */
    public DecisionExplanation {
        Objects.requireNonNull(rule, "rule");
        brokenClassifiers = List.copyOf(brokenClassifiers);
    }

    /**
     * Tell it in one line.
     *
     * @return such as {@code retry: attempt 1 of 3 failed, kind TRANSIENT set by the policy, an attempt is left; failure
     *     1 of `constant 10s`: curve 10s; wait 10s}
     */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(reason == null ? "retry" : "fail " + reason)
                .append(": attempt ")
                .append(attempt)
                .append(kind == RetryKind.INDEFINITE ? "" : " of " + maxAttempts)
                .append(" failed");
        if (kind != null) {
            text.append(", kind ").append(kind).append(kindByClassifier ? " set by " : " set by the policy");
        }
        if (classifier != null) {
            text.append(kindByClassifier ? "" : ", delay set by ").append(classifier);
        }
        text.append(", ").append(rule.words());
        if (delay != null) {
            text.append("; ").append(delay);
        } else if (hint != null) {
            text.append("; hint ").append(Durations.format(hint));
        }
        if (reason != null && delay != null) {
            text.append(", refused: ").append(reason.words());
        }
        for (BrokenClassifier broken : brokenClassifiers) {
            text.append("; skipped ").append(broken);
        }
        return text.toString();
    }
}
