package dev.reprise.jobs.worker;

import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.StoreException;
import dev.reprise.jobs.store.WorkerSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes endings, many at once. A batch that the store did not confirm is written again under the same flush id, until it has a verdict or
 * its leases have been over for so long that others have surely taken the jobs.
 */
final class EndingWriter implements Loop.Step {
    static final int MAX_BATCH = 500;

    private static final Logger LOG = LoggerFactory.getLogger("dev.reprise.jobs.worker");

    private final WorkerSession session;
    private final Surroundings around;
    private final Queue<Finished> queue;
    private final Verdicts verdicts;
    private @Nullable Batch batch;

    EndingWriter(WorkerSession session, Surroundings around, Queue<Finished> queue, Verdicts verdicts) {
        this.session = session;
        this.around = around;
        this.queue = queue;
        this.verdicts = verdicts;
    }

    @Override
    public long run() {
        Batch writing = batch == null ? null : batch.without(this::isLost);
        if (writing == null) {
            writing = take();
        }
        batch = writing;
        if (writing == null) {
            return Loop.UNTIL_WOKEN;
        }
        try {
            write(writing.flush, writing.endings);
        } catch (StoreException again) {
            throw again;
        } catch (RuntimeException refused) {
            LOG.error("a batch of {} endings was refused; written one by one", writing.endings.size(), refused);
            oneByOne(writing);
        }
        batch = null;
        return queue.isEmpty() ? Loop.UNTIL_WOKEN : 0;
    }

    private void write(UUID flush, List<Finished> finished) {
        List<AttemptEnding> endings = new ArrayList<>(finished.size());
        for (Finished one : finished) {
            endings.add(one.ending());
        }
        List<EndingVerdict> answers = session.end(flush, endings);
        verdicts.on(finished, answers);
    }

    private void oneByOne(Batch writing) {
        for (Finished one : writing.endings) {
            try {
                write(writing.flush, List.of(one));
            } catch (StoreException unknown) {
                queue.add(one);
            } catch (RuntimeException refused) {
                LOG.error(
                        "job {}: its ending was refused and is lost; its lease will lapse",
                        one.ending().id(),
                        refused);
                verdicts.onLost(one);
            }
        }
    }

    private @Nullable Batch take() {
        List<Finished> taken = new ArrayList<>();
        for (Finished one = queue.poll(); one != null; one = taken.size() < MAX_BATCH ? queue.poll() : null) {
            taken.add(one);
        }
        return taken.isEmpty() ? null : new Batch(UUID.randomUUID(), taken);
    }

    private boolean isLost(Finished one) {
        boolean isLost = around.time().nanoTime() - one.attempt().leaseUntil() > around.leaseNanos();
        if (isLost) {
            LOG.warn(
                    "job {}: its ending could not be written before its lease was over; others will run it again",
                    one.ending().id());
            verdicts.onLost(one);
        }
        return isLost;
    }

    /** Hears what became of endings. */
    interface Verdicts {
        /** One verdict per ending, in order. */
        void on(List<Finished> finished, List<EndingVerdict> verdicts);

        /** There will be none. */
        void onLost(Finished finished);
    }

    private record Batch(UUID flush, List<Finished> endings) {
        @Nullable
        Batch without(Predicate<Finished> isLost) {
            List<Finished> left = new ArrayList<>(endings);
            left.removeIf(isLost);
            return left.isEmpty() ? null : new Batch(flush, left);
        }
    }
}
