package dev.reprise.jobs.worker;

import dev.reprise.policy.AttemptState;
import dev.reprise.policy.BrokenClassifier;
import dev.reprise.policy.Decider;
import dev.reprise.policy.RetryClassifier;
import dev.reprise.policy.RetryDecision;
import dev.reprise.policy.RetryPolicy;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a handler throws, made fit for a decision: a worker must decide on everything, also on what the engine passes through. */
final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger("dev.reprise.jobs.worker");

    private Failures() {}

    /** Whether this is an interrupt or a cancellation, in whatever it is wrapped. */
    static boolean isStop(RetryPolicy policy, Throwable failure) {
        return Decider.passesThrough(policy, failure) && !(inner(failure) instanceof Error);
    }

    /** Wraps what a decision would pass through. */
    static Throwable decidable(RetryPolicy policy, Throwable failure) {
        return Decider.passesThrough(policy, failure) ? new UnaskedStopException(failure) : failure;
    }

    /** Decides; a classifier that breaks out of the decision is left out of it. */
    static RetryDecision decide(
            RetryPolicy policy,
            @Nullable RetryClassifier classifier,
            Throwable failure,
            AttemptState state,
            String type) {
        Throwable decidable = decidable(policy, failure);
        RetryDecision decision;
        try {
            decision = Decider.decide(policy, classifier, decidable, state);
        } catch (Throwable brokenOut) {
            LOG.warn("the classifier of {} broke out of a decision; decided without it", type, brokenOut);
            decision = withoutClassifier(policy, decidable, state);
        }
        for (BrokenClassifier broken : decision.brokenClassifiers()) {
            LOG.warn("a classifier of {} failed and was skipped: {}", type, broken);
        }
        return decision;
    }

    private static RetryDecision withoutClassifier(RetryPolicy policy, Throwable failure, AttemptState state) {
        try {
            return Decider.decide(policy, null, failure, state);
        } catch (InterruptedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static Throwable inner(Throwable failure) {
        Throwable inner = failure;
        for (int depth = 0; depth < 8; depth++) {
            boolean isWrapper = inner instanceof CompletionException
                    || inner instanceof ExecutionException
                    || inner instanceof InvocationTargetException;
            Throwable cause = inner.getCause();
            if (!isWrapper || cause == null) {
                return inner;
            }
            inner = cause;
        }
        return inner;
    }
}
