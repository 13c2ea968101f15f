package dev.reprise.policy;

import dev.reprise.backoff.BackoffExplanation;
import dev.reprise.backoff.Durations;
import dev.reprise.internal.Nanos;
import dev.reprise.policy.PolicyWarning.Code;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Look for what is allowed in a policy and yet most likely not meant. */
final class PolicyCheck {
    /** After so many failures an exponential curve is at its ceiling, or beyond every use. */
    private static final int ENOUGH_FAILURES = 64;

    /** The part of the jitter that a bound may cut off without a warning. */
    private static final double HARMLESS_CUT = 0.1;

    private final RetryPolicy policy;
    private final @Nullable Duration end;
    private final String endName;
    private final List<PolicyWarning> warnings = new ArrayList<>();

    private PolicyCheck(RetryPolicy policy, @Nullable Duration deadline) {
        this.policy = policy;
        Duration budget = policy.timeBudget();
        boolean deadlineIsFirst = deadline != null && (budget == null || deadline.compareTo(budget) < 0);
        end = deadlineIsFirst ? deadline : budget;
        endName = deadlineIsFirst ? "the deadline" : "timeBudget";
    }

    static List<PolicyWarning> of(
            RetryPolicy policy, @Nullable RetryClassifier classifier, @Nullable Duration deadline) {
        PolicyCheck check = new PolicyCheck(policy, deadline);
        check.whatStops(classifier);
        if (policy.kind() == RetryKind.TRANSIENT) {
            check.waits();
        }
        if (policy.kind() != RetryKind.NON_RETRYABLE) {
            check.jitter();
        }
        check.warnings.sort((a, b) -> a.code().compareTo(b.code()));
        return List.copyOf(check.warnings);
    }

    private void whatStops(@Nullable RetryClassifier classifier) {
        if (end != null) {
            return;
        }
        if (policy.kind() == RetryKind.INDEFINITE) {
            warn(Code.NOTHING_STOPS, "nothing stops an indefinite policy without a deadline and without a time budget");
        } else if (classifier != null && claims(classifier).contains(RetryKind.INDEFINITE)) {
            warn(
                    Code.NOTHING_STOPS_A_CLAIM,
                    "the classifier may claim INDEFINITE, which nothing stops without a deadline and without a time"
                            + " budget");
        }
    }

    /** Add up the shortest and the longest waits, up to the last attempt. */
    private void waits() {
        int retries = policy.maxRetries();
        int free = 0;
        long shortest = 0;
        long longest = 0;
        boolean outOfReach = false;
        for (int n = 1; n <= retries; n++) {
            BackoffExplanation explanation = policy.backoff().explain(n);
            free += explanation.free() ? 1 : 0;
            shortest = Nanos.plus(shortest, bounded(explanation.lower()));
            longest = Nanos.plus(longest, bounded(explanation.upper()));
            if (!outOfReach && end != null && shortest > Nanos.of(end)) {
                outOfReach = true;
                warn(
                        Code.ATTEMPTS_OUT_OF_REACH,
                        "attempt " + (n + 1) + " of " + policy.maxAttempts() + " can never start: the waits before it"
                                + " take at least " + text(shortest) + ", and " + endName + " is "
                                + Durations.format(end));
            }
        }
        int steps = policy.backoff().stepCount().orElse(Integer.MAX_VALUE);
        if (steps < retries - free) {
            warn(
                    Code.STEPS_TOO_FEW,
                    "the schedule has " + steps + " steps for " + (retries - free) + " retries; the last is repeated");
        }
        if (longest > 0) {
            long total = end == null ? longest : Math.min(longest, Nanos.of(end));
            warn(
                    Code.TOTAL_WAIT,
                    "the waits of " + retries + " retries can add up to " + text(total) + ", hints not counted");
        }
    }

    private void jitter() {
        int last = policy.kind() == RetryKind.TRANSIENT ? policy.maxRetries() : Integer.MAX_VALUE;
        for (int n = 1; n <= Math.min(last, ENOUGH_FAILURES); n++) {
            if (lacksRoom(n)) {
                return;
            }
        }
        if (last > ENOUGH_FAILURES) {
            lacksRoom(last);
        }
    }

    private boolean lacksRoom(int failures) {
        BackoffExplanation band = policy.backoff().explain(failures);
        long lower = Nanos.of(band.lower());
        long upper = Nanos.of(band.upper());
        if (!band.jittered() || (lower == upper && !band.limited())) {
            return false;
        }
        double kept = bounded(band.upper()) - bounded(band.lower());
        if (upper > lower && kept >= (1 - HARMLESS_CUT) * (upper - lower)) {
            return false;
        }
        String bound = lower == upper ? "limit" : upper > policy.boundNanos() ? "maxDelay" : "minDelay";
        warn(
                Code.JITTER_WITHOUT_ROOM,
                "at failure " + failures + " the jitter's band is " + text(lower) + " to " + text(upper) + ", of which "
                        + bound + " leaves " + text(bounded(band.lower())) + " to " + text(bounded(band.upper()))
                        + ": what failed together comes back together");
        return true;
    }

    private long bounded(Duration delay) {
        return Math.max(Math.min(Nanos.of(delay), policy.boundNanos()), policy.floorNanos());
    }

    private void warn(Code code, String words) {
        warnings.add(new PolicyWarning(code, words));
    }

    /** Ask foreign code for its claims; what cannot tell claims nothing. */
    private static Set<RetryKind> claims(RetryClassifier classifier) {
        try {
            return classifier.claims();
        } catch (RuntimeException broken) {
            return Set.of();
        }
    }

    private static String text(long nanos) {
        return Durations.format(Duration.ofNanos(nanos));
    }
}
