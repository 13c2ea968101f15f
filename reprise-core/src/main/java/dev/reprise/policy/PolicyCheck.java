package dev.reprise.policy;

import dev.reprise.backoff.Durations;
import dev.reprise.internal.Nanos;
import dev.reprise.policy.PolicyWarning.Code;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Look for what is allowed in a policy and yet most likely not meant. */
final class PolicyCheck {
    /** After so many failures an exponential curve is at its ceiling, or beyond every use. */
    private static final int ENOUGH_FAILURES = 64;

    /** The part of the jitter that a bound may cut off without a warning. */
    private static final double HARMLESS_CUT = 0.1;

    /** Delays from this one up are drawn in whole milliseconds: a band no wider than one is none. */
    private static final long LEAST_IN_WHOLE_MS = 10_000_000;

    private static final long WHOLE_MS = 1_000_000;

    private static final RandomGenerator LOWEST = always(0);
    private static final RandomGenerator HIGHEST = always(Math.nextDown(1.0));

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
        if (deadline != null && deadline.isNegative()) {
            throw new IllegalArgumentException("deadline: " + deadline + " is negative; allowed is zero or more");
        }
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
        if (policy.kind() == RetryKind.INDEFINITE
                && policy.attemptsSetBy() == null
                && classifier != null
                && ComposedClassifier.claimsOf(classifier).contains(RetryKind.TRANSIENT)) {
            warn(
                    Code.ATTEMPTS_STOP_A_CLAIM,
                    "the classifier may claim TRANSIENT, which attempts=" + policy.maxAttempts()
                            + " stops although the policy is indefinite; set the attempts");
        }
        if (end != null) {
            return;
        }
        if (policy.kind() == RetryKind.INDEFINITE) {
            warn(Code.NOTHING_STOPS, "nothing stops an indefinite policy without a deadline and without a time budget");
        } else if (classifier != null && ComposedClassifier.claimsOf(classifier).contains(RetryKind.INDEFINITE)) {
            warn(
                    Code.NOTHING_STOPS_A_CLAIM,
                    "the classifier may claim INDEFINITE, which nothing stops without a deadline and without a time"
                            + " budget");
        }
    }

    /** Add up the shortest and the longest waits, up to the last attempt. */
    private void waits() {
        int retries = policy.maxRetries();
        long shortest = 0;
        long longest = 0;
        boolean outOfReach = false;
        for (int n = 1; n <= retries; n++) {
            shortest = Nanos.plus(shortest, bounded(lower(n)));
            longest = Nanos.plus(longest, bounded(upper(n)));
            if (!outOfReach && end != null && shortest > Nanos.of(end)) {
                outOfReach = true;
                warn(
                        Code.ATTEMPTS_OUT_OF_REACH,
                        "attempt " + (n + 1) + " of " + policy.maxAttempts() + " can never start: the waits before it"
                                + " take at least " + text(shortest) + ", and " + endName + " is "
                                + Durations.format(end));
            }
        }
        steps(retries);
        if (longest > 0) {
            long total = end == null ? longest : Math.min(longest, Nanos.of(end));
            warn(
                    Code.TOTAL_WAIT,
                    "the waits of " + retries + " retries can add up to " + text(total) + ", hints not counted");
        }
    }

    private void steps(int retries) {
        int steps = policy.backoff().stepCount().orElse(Integer.MAX_VALUE);
        int free = 0;
        while (steps < retries - free && policy.backoff().explain(free + 1).free()) {
            free++;
        }
        if (steps < retries - free) {
            warn(
                    Code.STEPS_TOO_FEW,
                    "the schedule has " + steps + " steps for " + (retries - free) + " retries; the last is repeated");
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
        long lower = lower(failures);
        long upper = upper(failures);
        if (!policy.backoff().isJittered()) {
            return false;
        }
        boolean noBand = upper - lower <= WHOLE_MS && upper >= LEAST_IN_WHOLE_MS;
        double kept = bounded(upper) - bounded(lower);
        if (!noBand && kept >= (1 - HARMLESS_CUT) * (upper - lower)) {
            return false;
        }
        String bound = upper > policy.boundNanos() ? "maxDelay" : "minDelay";
        warn(
                Code.JITTER_WITHOUT_ROOM,
                "at failure " + failures + " the jitter's band is " + text(lower) + " to " + text(upper)
                        + (noBand
                                ? ""
                                : ", of which " + bound + " leaves " + text(bounded(lower)) + " to "
                                        + text(bounded(upper)))
                        + ": what failed together comes back together");
        return true;
    }

    private long lower(int failures) {
        return policy.backoff().delayNanos(failures, LOWEST);
    }

    private long upper(int failures) {
        return policy.backoff().delayNanos(failures, HIGHEST);
    }

    private long bounded(long nanos) {
        return Math.max(Math.min(nanos, policy.boundNanos()), policy.floorNanos());
    }

    private void warn(Code code, String words) {
        warnings.add(new PolicyWarning(code, words));
    }

    /** Draw one end of every band. */
    private static RandomGenerator always(double draw) {
        return new RandomGenerator() {
            @Override
            public long nextLong() {
                throw new UnsupportedOperationException("a schedule draws doubles only");
            }

            @Override
            public double nextDouble() {
                return draw;
            }
        };
    }

    private static String text(long nanos) {
        return Durations.format(Duration.ofNanos(nanos));
    }
}
