package dev.reprise.jobs.worker;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.policy.FailReason;
import dev.reprise.policy.PayloadFailure;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one attempt on the calling thread, and sends its ending off. It does not wait for the verdict. */
final class AttemptRunner implements Slots.Runner {
    /** The largest result, encoded. */
    static final int MAX_RESULT = 64 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger("dev.reprise.jobs.worker");

    private final Surroundings around;
    private final EndingDecider decider;
    private final Stopper stopper;
    private final Outbox outbox;

    AttemptRunner(Surroundings around, EndingDecider decider, Stopper stopper, Outbox outbox) {
        this.around = around;
        this.decider = decider;
        this.stopper = stopper;
        this.outbox = outbox;
    }

    @Override
    public boolean run(Attempt attempt) {
        if (!isStartable(attempt) || !attempt.start()) {
            return true;
        }
        Claimed claimed = attempt.claimed;
        Duration timeout = attempt.binding.timeout(claimed);
        if (timeout != null) {
            stopper.watch(attempt, timeout);
        }
        Ending ending = null;
        byte[] result = null;
        Throwable failure = null;
        try {
            attempt.binding.check(claimed);
            ending = attempt.binding.run(claimed, attempt.context());
            result = ending instanceof Ending.Done done ? encode(done.value()) : null;
        } catch (Throwable thrown) {
            failure = thrown;
        }
        boolean isMine = attempt.finish();
        // Whatever interrupted the handler, or it itself, must not reach the next job of this thread.
        Thread.interrupted();
        if (isMine) {
            end(attempt, ending, result, failure);
        }
        return isMine;
    }

    /** Hands back what may not run any more: its lease could end before it begins, or it was called off while it waited. */
    private boolean isStartable(Attempt attempt) {
        long left = attempt.leaseUntil() - around.time().nanoTime();
        if (attempt.stops() == 0 && left > around.leaseNanos() / 3) {
            return true;
        }
        if (attempt.takeBack()) {
            if (attempt.isAskedTo(StopReason.LOST)) {
                outbox.drop(attempt);
            } else {
                outbox.handBack(attempt);
            }
        }
        return false;
    }

    private void end(Attempt attempt, @Nullable Ending ending, byte @Nullable [] result, @Nullable Throwable failure) {
        if (attempt.isAskedTo(StopReason.LOST)) {
            outbox.drop(attempt);
            return;
        }
        Claimed claimed = attempt.claimed;
        if (failure instanceof Error) {
            LOG.error("job {} of {}: the handler threw an error", claimed.id(), claimed.type(), failure);
        }
        AttemptEnding written;
        try {
            if (failure != null || ending == null) {
                written = decider.thrown(
                        attempt.binding,
                        claimed,
                        failure == null ? new IllegalStateException("no ending") : failure,
                        attempt.stops());
            } else {
                List<NewJob> children =
                        ending instanceof Ending.Done ? attempt.context().children() : List.of();
                written = decider.returned(attempt.binding, claimed, ending, result, children, attempt.stops());
            }
        } catch (Throwable broken) {
            LOG.error("job {} of {}: the decision on it failed", claimed.id(), claimed.type(), broken);
            written = lastResort(claimed);
            failure = failure == null ? broken : failure;
        }
        Object value = ending instanceof Ending.Done done ? done.value() : null;
        outbox.send(new Finished(attempt, written, value, failure));
    }

    private byte @Nullable [] encode(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        byte[] bytes;
        try {
            bytes = around.codec().encode(value);
        } catch (Exception | StackOverflowError refused) {
            throw PayloadFailure.notEncodable(
                    "the result, a " + value.getClass().getName() + ", cannot be encoded", refused);
        }
        if (bytes.length > MAX_RESULT) {
            throw PayloadFailure.tooLarge("the result has " + bytes.length + " bytes; allowed are " + MAX_RESULT);
        }
        return bytes;
    }

    /** Needs nothing that could fail again. */
    private static AttemptEnding lastResort(Claimed claimed) {
        boolean isLast = claimed.attempt() >= Math.min(claimed.maxAttempts(), Policies.LAST_ATTEMPT);
        return new AttemptEnding(
                claimed.id(),
                claimed.epoch(),
                claimed.attempt(),
                isLast ? Kind.EXHAUST : Kind.RETRY,
                isLast ? Duration.ZERO : Policies.FLOOR,
                null,
                "the worker failed to decide on this attempt; see its log",
                isLast ? FailReason.ATTEMPTS_EXHAUSTED.name() : null,
                null,
                null,
                List.of());
    }
}
