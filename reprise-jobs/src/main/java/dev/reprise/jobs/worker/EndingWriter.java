package dev.reprise.jobs.worker;

import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.StoreException;
import dev.reprise.jobs.store.WorkerSession;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes endings, many at once. A batch that the store did not confirm is written again under the same flush id until it has a verdict,
 * however long that takes: the fence of the store decides what is too late, and claims are held up while too many wait.
 */
final class EndingWriter implements Loop.Step {
    static final int MAX_BATCH = 500;

    private static final Logger LOG = LoggerFactory.getLogger("dev.reprise.jobs.worker");

    private final WorkerSession session;
    private final Queue<Finished> queue;
    private final Verdicts verdicts;

    /** Rows of a refused batch, each by itself under the flush id of the batch: it may have been written after all. */
    private final Deque<Batch> alone = new ArrayDeque<>();

    private @Nullable Batch batch;

    EndingWriter(WorkerSession session, Queue<Finished> queue, Verdicts verdicts) {
        this.session = session;
        this.queue = queue;
        this.verdicts = verdicts;
    }

    @Override
    public long run() {
        Batch writing = batch == null ? next() : batch;
        batch = writing;
        if (writing == null) {
            return Loop.UNTIL_WOKEN;
        }
        List<EndingVerdict> answers;
        try {
            answers = session.end(
                    writing.flush,
                    writing.endings.stream().map(Finished::ending).toList());
        } catch (StoreException again) {
            throw again;
        } catch (RuntimeException refused) {
            batch = null;
            onRefused(writing, refused);
            return 0;
        }
        // First, so that whatever follows from the verdicts happens once.
        batch = null;
        verdicts.on(writing.endings, answers);
        return queue.isEmpty() && alone.isEmpty() ? Loop.UNTIL_WOKEN : 0;
    }

    private void onRefused(Batch writing, RuntimeException refused) {
        if (!writing.isAlone) {
            LOG.error("a batch of {} endings was refused; written one by one", writing.endings.size(), refused);
            writing.endings.forEach(one -> alone.add(new Batch(writing.flush, List.of(one), true)));
            return;
        }
        Finished one = writing.endings.get(0);
        verdicts.onLost(one);
        LOG.error(
                "job {}: its ending was refused and is lost; its lease will lapse",
                one.ending().id(),
                refused);
    }

    private @Nullable Batch next() {
        Batch next = alone.poll();
        return next == null ? take() : next;
    }

    private @Nullable Batch take() {
        List<Finished> taken = new ArrayList<>();
        for (Finished one = queue.poll(); one != null; one = taken.size() < MAX_BATCH ? queue.poll() : null) {
            taken.add(one);
        }
        return taken.isEmpty() ? null : new Batch(UUID.randomUUID(), taken, false);
    }

    /** Hears what became of endings. */
    interface Verdicts {
        /** One verdict per ending, in order. */
        void on(List<Finished> finished, List<EndingVerdict> verdicts);

        /** There will be none. */
        void onLost(Finished finished);
    }

    private record Batch(UUID flush, List<Finished> endings, boolean isAlone) {}
}
