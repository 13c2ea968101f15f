package dev.reprise.jobs.worker;

import dev.reprise.backoff.ReplayRandom;
import dev.reprise.jobs.Ending;
import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.policy.AttemptState;
import dev.reprise.policy.AttemptTimeoutException;
import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryDecision;
import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Decides how an attempt ended: what is to be written for what its handler did.
 *
 * <p>A decision draws from {@code ReplayRandom.of("<job id>:<claim epoch>")}, so that anybody can replay it.
 */
final class EndingDecider {
    /** Beyond any schedule, and inside what a database can add to an instant. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final InstantSource clock;
    private final Duration lease;

    EndingDecider(InstantSource clock, Duration lease) {
        this.clock = clock;
        this.lease = lease;
    }

    /** Gives a claim back that was never started. */
    static AttemptEnding handBack(UUID id, int epoch, int attempt) {
        return AttemptEnding.bare(id, epoch, attempt, Kind.HAND_BACK, Duration.ZERO);
    }

    /** The handler returned. */
    AttemptEnding returned(
            Binding<?> binding,
            Claimed claimed,
            Ending ending,
            byte @Nullable [] result,
            List<NewJob> children,
            int stops) {
        if (ending instanceof Ending.Done) {
            return new AttemptEnding(
                    claimed.id(),
                    claimed.epoch(),
                    claimed.attempt(),
                    Kind.SUCCEED,
                    Duration.ZERO,
                    result,
                    null,
                    null,
                    null,
                    null,
                    children);
        }
        if (ending instanceof Ending.Exit exit) {
            return end(claimed, Kind.FAIL, null, SafeText.of(exit.reason()), "the handler gave the job up");
        }
        if (ending instanceof Ending.Snooze snooze) {
            return again(claimed, Kind.SNOOZE, atMost(snooze.delay(), LONGEST), null, "the handler snoozes the job");
        }
        try {
            RetryPolicy policy = binding.policy(claimed);
            return ending instanceof Ending.RetryAfter retryAfter
                    ? retryAfter(policy, claimed, retryAfter)
                    : cancelled(binding, policy, claimed, stops);
        } catch (BadRowException bad) {
            return badRow(claimed, bad);
        }
    }

    /** The handler threw. */
    AttemptEnding thrown(Binding<?> binding, Claimed claimed, Throwable failure, int stops) {
        try {
            if (failure instanceof BadRowException bad) {
                throw bad;
            }
            RetryPolicy policy = binding.policy(claimed);
            boolean isStop = Failures.isStop(policy, failure);
            if (isStop && StopReason.CANCEL.isIn(stops)) {
                return end(claimed, Kind.CANCEL, null, null, "a cancel was asked for, and the handler stopped");
            }
            if (StopReason.WORKER.isIn(stops) && !StopReason.CANCEL.isIn(stops)) {
                // Whatever a handler throws once its worker has stopped it: a deploy is nobody's failure.
                return interrupted(policy, claimed, SafeText.of(failure), Duration.ZERO);
            }
            Duration timeout = binding.timeout(claimed);
            return decided(
                    binding,
                    policy,
                    claimed,
                    isStop && StopReason.TIMEOUT.isIn(stops) && timeout != null
                            ? new AttemptTimeoutException(timeout, failure)
                            : failure,
                    Duration.ZERO);
        } catch (BadRowException bad) {
            return badRow(claimed, bad);
        }
    }

    /** The handler did not stop, and was given up: it may still run, so nobody else starts before a lease is over. */
    AttemptEnding abandoned(Binding<?> binding, Claimed claimed, int stops) {
        if (StopReason.CANCEL.isIn(stops)) {
            return end(
                    claimed,
                    Kind.CANCEL,
                    null,
                    null,
                    "a cancel was asked for; the handler did not stop and was given up");
        }
        try {
            RetryPolicy policy = binding.policy(claimed);
            Duration timeout = binding.timeout(claimed);
            return StopReason.WORKER.isIn(stops) || timeout == null
                    ? interrupted(policy, claimed, "the handler did not stop with its worker and was given up", lease)
                    : decided(binding, policy, claimed, new AttemptTimeoutException(timeout, null), lease);
        } catch (BadRowException bad) {
            return badRow(claimed, bad);
        }
    }

    private AttemptEnding cancelled(Binding<?> binding, RetryPolicy policy, Claimed claimed, int stops) {
        Duration timeout = binding.timeout(claimed);
        if (StopReason.CANCEL.isIn(stops) || stops == 0) {
            return end(claimed, Kind.CANCEL, null, null, "the handler ended the job as cancelled");
        }
        return StopReason.WORKER.isIn(stops) || timeout == null
                ? interrupted(policy, claimed, null, Duration.ZERO)
                : decided(binding, policy, claimed, new AttemptTimeoutException(timeout, null), Duration.ZERO);
    }

    private static AttemptEnding retryAfter(RetryPolicy policy, Claimed claimed, Ending.RetryAfter ending) {
        Duration delay = atLeast(atMost(ending.delay(), policy.maxDelay()), floor(policy));
        String words = "the handler asked for another attempt after " + ending.delay();
        if (!ending.isRefunded() && !isAttemptLeft(policy, claimed)) {
            return end(
                    claimed,
                    Kind.EXHAUST,
                    null,
                    FailReason.ATTEMPTS_EXHAUSTED.name(),
                    words + ", and no attempt is left");
        }
        return again(claimed, ending.isRefunded() ? Kind.RETRY_AFTER_REFUNDED : Kind.RETRY_AFTER, delay, null, words);
    }

    private static AttemptEnding interrupted(
            RetryPolicy policy, Claimed claimed, @Nullable String error, Duration notBefore) {
        return again(
                claimed,
                Kind.INTERRUPT,
                atLeast(floor(policy), notBefore),
                error,
                "the worker stopped the handler; the attempt is spent and is no failure");
    }

    private AttemptEnding decided(
            Binding<?> binding, RetryPolicy policy, Claimed claimed, Throwable thrown, Duration notBefore) {
        Throwable failure = Failures.decidable(policy, thrown);
        String error = SafeText.of(failure);
        // A row of strange history must not break the decision: failures are attempts.
        AttemptState state = new AttemptState(
                claimed.attempt(),
                Math.min(claimed.failures() + 1, claimed.attempt()),
                clock,
                ReplayRandom.of(claimed.id() + ":" + claimed.epoch()));
        RetryDecision decision =
                Failures.decide(policy, binding.options().classifier(), failure, state, claimed.type());
        String explanation = SafeText.of(decision.explain().toString());
        if (decision instanceof Fail fail) {
            Kind kind = fail.reason() == FailReason.ATTEMPTS_EXHAUSTED ? Kind.EXHAUST : Kind.FAIL;
            return end(claimed, kind, error, fail.reason().name(), explanation);
        }
        if (claimed.attempt() >= Policies.LAST_ATTEMPT) {
            return end(
                    claimed,
                    Kind.EXHAUST,
                    error,
                    FailReason.ATTEMPTS_EXHAUSTED.name(),
                    "attempt " + claimed.attempt() + " is the last that a job can have; " + explanation);
        }
        Retry retry = (Retry) decision;
        return new AttemptEnding(
                claimed.id(),
                claimed.epoch(),
                claimed.attempt(),
                Kind.RETRY,
                atLeast(retry.delay(), notBefore),
                null,
                error,
                null,
                explanation,
                claimed.deadline() == null
                        ? null
                        : SafeText.of(
                                retry.refuse(FailReason.DEADLINE).explain().toString()),
                List.of());
    }

    private static boolean isAttemptLeft(RetryPolicy policy, Claimed claimed) {
        return claimed.attempt() < Policies.LAST_ATTEMPT
                && (policy.kind() == RetryKind.INDEFINITE || claimed.attempt() < claimed.maxAttempts());
    }

    private static AttemptEnding badRow(Claimed claimed, BadRowException bad) {
        return end(claimed, Kind.FAIL, SafeText.of(bad), bad.reason(), SafeText.of(String.valueOf(bad.getMessage())));
    }

    private static AttemptEnding end(
            Claimed claimed, Kind kind, @Nullable String error, @Nullable String reason, String explanation) {
        return new AttemptEnding(
                claimed.id(),
                claimed.epoch(),
                claimed.attempt(),
                kind,
                Duration.ZERO,
                null,
                error,
                reason,
                explanation,
                null,
                List.of());
    }

    private static AttemptEnding again(
            Claimed claimed, Kind kind, Duration delay, @Nullable String error, String explanation) {
        return new AttemptEnding(
                claimed.id(),
                claimed.epoch(),
                claimed.attempt(),
                kind,
                delay,
                null,
                error,
                null,
                explanation,
                claimed.deadline() == null ? null : explanation + "; that lies past the deadline",
                List.of());
    }

    private static Duration floor(RetryPolicy policy) {
        Duration floor = policy.minDelay();
        return floor == null ? Policies.FLOOR : floor;
    }

    private static Duration atMost(Duration delay, Duration bound) {
        return delay.compareTo(bound) > 0 ? bound : delay;
    }

    private static Duration atLeast(Duration delay, Duration floor) {
        return delay.compareTo(floor) < 0 ? floor : delay;
    }
}
