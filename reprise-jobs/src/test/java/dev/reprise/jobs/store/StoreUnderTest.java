package dev.reprise.jobs.store;

import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * What a store gives to its contract test, and the steps that the tests share. Instants are never compared across {@link #advance}:
 * where a clock cannot be moved, it moves the rows instead.
 */
interface StoreUnderTest {
    Duration LEASE = Duration.ofSeconds(60);
    /** What a call may take, where the clock runs on. */
    Duration SLACK = Duration.ofSeconds(20);

    /** {@return the store, empty before each test} */
    JobStore store();

    /** Moves the store's clock forwards. */
    void advance(Duration by);

    /** Brings a ready job to where so many of its attempts are spent; it is ready again, and its ceiling is at least that. */
    void spendAttempts(UUID job, int attempts);

    /** {@return a session of a worker, closed after the test} */
    WorkerSession session(UUID worker);

    default WorkerSession session() {
        return session(UUID.randomUUID());
    }

    default UUID enqueue(Sample sample) {
        Enqueued answer = store().enqueue(List.of(sample.build())).get(0);
        return answer.id();
    }

    default Enqueued offer(Sample sample) {
        return store().enqueue(List.of(sample.build())).get(0);
    }

    default Job look(UUID job) {
        return store().find(job).orElseThrow(() -> new AssertionError("job " + job + " is not there"));
    }

    /** {@return how a job ended, which it has} */
    default Job.Outcome outcome(UUID job) {
        return Objects.requireNonNull(look(job).outcome(), "outcome");
    }

    /** {@return who runs a job, which somebody does} */
    default Job.Lease lease(UUID job) {
        return Objects.requireNonNull(look(job).lease(), "lease");
    }

    default JobState stateOf(UUID job) {
        return look(job).state();
    }

    default List<Claimed> claim(WorkerSession session, int batch, String... types) {
        return session.claim(lanes(types.length == 0 ? new String[] {Sample.TYPE} : types), batch, LEASE);
    }

    default List<Lane> lanes(String... types) {
        return List.of(types).stream()
                .map(type -> new Lane(Sample.QUEUE, type, null))
                .toList();
    }

    /** Claims the one job that is ready. */
    default Claimed claimOne(WorkerSession session) {
        List<Claimed> claimed = claim(session, 100);
        if (claimed.size() != 1) {
            throw new AssertionError("one job was to be claimed, not " + claimed.size());
        }
        return claimed.get(0);
    }

    default EndingVerdict end(WorkerSession session, Finish finish) {
        return session.end(UUID.randomUUID(), List.of(finish.build())).get(0);
    }

    /** Lets the lease of a running job lapse and reclaims it. */
    default EndingVerdict lapse(WorkerSession sweeper, UUID job, Sample.Lapse how) {
        advance(LEASE.plusSeconds(1));
        return sweeper.reclaim(List.of(how.of(lapsed(sweeper, job)))).get(0);
    }

    default Lapsed lapsed(WorkerSession sweeper, UUID job) {
        return sweeper.lapsed(null, 1000).stream()
                .filter(one -> one.id().equals(job))
                .findFirst()
                .orElseThrow(() -> new AssertionError("job " + job + " has not lapsed"));
    }
}
