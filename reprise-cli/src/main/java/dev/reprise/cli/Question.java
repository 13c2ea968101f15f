package dev.reprise.cli;

import dev.reprise.backoff.ReplayRandom;
import dev.reprise.batch.BatchDecision;
import dev.reprise.batch.BatchExplanation;
import dev.reprise.batch.BatchPolicy;
import dev.reprise.batch.Signal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What {@code reprise explain} is asked.
 *
 * @param policy the policy with the options applied
 * @param api whether the answer came through a contents API
 * @param signal the answer
 * @param retriesDone retries already spent
 * @param retries retries allowed
 * @param retryAfter the header as given, or null
 * @param hint what the header says, or null: nothing usable
 * @param seed where the delay is drawn from, or null
 */
record Question(
        BatchPolicy policy,
        boolean api,
        Signal signal,
        int retriesDone,
        int retries,
        @Nullable String retryAfter,
        @Nullable Duration hint,
        @Nullable String seed) {
    boolean isSuccess() {
        return policy.isSuccess(signal);
    }

    BatchExplanation explanation() {
        return policy.explain(signal, retriesDone, hint);
    }

    /** The decision with its delay drawn as a run would draw it: each earlier retry took one draw of the same stream. */
    BatchDecision decision() {
        ReplayRandom random = ReplayRandom.of(seed == null ? "" : seed);
        for (int retry = 0; retry < retriesDone; retry++) {
            policy.nextStep(signal, retry, null, random);
        }
        return policy.nextStep(signal, retriesDone, hint, random);
    }
}
