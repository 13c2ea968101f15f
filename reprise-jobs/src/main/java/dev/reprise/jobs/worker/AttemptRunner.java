package dev.reprise.jobs.worker;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.policy.FailReason;
import dev.reprise.policy.PayloadFailure;
import dev.reprise.policy.RetryKind;
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
    private final Runnable afterRun;

    AttemptRunner(Surroundings around, EndingDecider decider, Stopper stopper, Outbox outbox) {
        this(around, decider, stopper, outbox, Thread::interrupted);
    }

    /** Makes a runner; {@code afterRun} takes the interrupt off the thread once a handler is through. */
    AttemptRunner(Surroundings around, EndingDecider decider, Stopper stopper, Outbox outbox, Runnable afterRun) {
        this.around = around;
        this.decider = decider;
        this.stopper = stopper;
        this.outbox = outbox;
        this.afterRun = afterRun;
    }

    @Override
    public boolean run(Attempt attempt) {
        boolean isMine = true;
        try {
            if (isStartable(attempt) && attempt.start()) {
                isMine = runStarted(attempt);
            }
        } catch (Throwable broken) {
            // Nothing was sent: held no longer, so that its lease lapses and others take it.
            outbox.drop(attempt);
            LOG.error("job {}: the worker failed around its handler", attempt.claimed.id(), broken);
        }
        return isMine;
    }

    private boolean runStarted(Attempt attempt) {
        Claimed claimed = attempt.claimed;
        Ending ending = null;
        byte[] result = null;
        Throwable failure = null;
        try {
            Duration timeout = attempt.binding.timeout(claimed);
            if (timeout != null) {
                stopper.watch(attempt, timeout);
            }
            attempt.binding.check(claimed);
            ending = attempt.binding.run(claimed, attempt.context());
            result = ending instanceof Ending.Done done ? encode(done.value()) : null;
        } catch (Throwable thrown) {
            failure = thrown;
        }
        boolean isMine = attempt.finish();
        // Whatever interrupted the handler, or it itself, must not reach the next job of this thread.
        afterRun.run();
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
        AttemptEnding written;
        try {
            if (failure instanceof Error) {
                LOG.error("job {} of {}: the handler threw an error", claimed.id(), claimed.type(), failure);
            }
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
            written = lastResort(claimed);
            LOG.error("job {} of {}: the decision on it failed", claimed.id(), claimed.type(), broken);
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
        boolean isLast = claimed.attempt() >= Policies.LAST_ATTEMPT
                || (claimed.kind() != RetryKind.INDEFINITE && claimed.attempt() >= claimed.maxAttempts());
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
