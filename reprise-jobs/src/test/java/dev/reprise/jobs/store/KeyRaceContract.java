package dev.reprise.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.JobState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Keys and claims that many threads want at once. */
interface KeyRaceContract extends StoreUnderTest {
    int THREADS = 6;

    @Test
    default void of_concurrent_enqueues_with_one_key_one_makes_the_job() throws Exception {
        for (int round = 0; round < 20; round++) {
            String key = "race-" + round;
            List<Enqueued> answers = Together.run(
                    THREADS, thread -> () -> offer(Sample.job().key(key).request(key, Duration.ofDays(1))));
            assertThat(answers).filteredOn(answer -> !answer.existed()).hasSize(1);
            assertThat(answers)
                    .extracting(Enqueued::id)
                    .containsOnly(answers.get(0).id());
        }
        assertThat(store().counts()).containsEntry(JobState.READY, 20L);
    }

    @Test
    default void concurrent_batches_with_the_same_keys_in_any_order_neither_fail_nor_double() throws Exception {
        int keys = 40;
        List<List<Enqueued>> answers = Together.run(THREADS, thread -> () -> {
            List<NewJob> jobs = new ArrayList<>();
            for (int key = 0; key < keys; key++) {
                jobs.add(Sample.job()
                        .key("k" + key)
                        .request("r" + key, Duration.ofDays(1))
                        .build());
            }
            Collections.shuffle(jobs, new Random(thread));
            return store().enqueue(jobs);
        });
        assertThat(answers.stream().flatMap(List::stream).filter(answer -> !answer.existed()))
                .hasSize(keys);
        assertThat(store().counts()).containsEntry(JobState.READY, (long) keys);
    }

    @Test
    default void no_job_is_claimed_twice_by_concurrent_sessions() throws Exception {
        int jobs = 600;
        store().copy(IntStream.range(0, jobs)
                .mapToObj(i -> Sample.job().build())
                .iterator());
        List<List<Claimed>> claims = Together.run(THREADS, thread -> claiming(session()));
        List<UUID> ids = claims.stream().flatMap(List::stream).map(Claimed::id).toList();
        Set<UUID> distinct = new HashSet<>(ids);
        assertThat(ids).hasSize(distinct.size()).hasSize(jobs);
        assertThat(store().counts()).containsEntry(JobState.RUNNING, (long) jobs);
    }

    private Callable<List<Claimed>> claiming(WorkerSession session) {
        return () -> {
            List<Claimed> all = new ArrayList<>();
            int empty = 0;
            while (empty < 20) {
                List<Claimed> some = claim(session, 7);
                empty = some.isEmpty() ? empty + 1 : 0;
                all.addAll(some);
            }
            return all;
        };
    }

    @Test
    default void of_a_success_and_a_reclaim_that_race_one_wins() throws Exception {
        WorkerSession worker = session();
        WorkerSession sweeper = session();
        for (int round = 0; round < 20; round++) {
            UUID id = enqueue(Sample.job());
            Claimed claimed = claimOne(worker);
            advance(LEASE.plusSeconds(1));
            Reclaim reclaim = Sample.Lapse.CRASH.of(lapsed(sweeper, id));
            List<Boolean> applied = Together.run(
                    2,
                    thread -> () -> thread == 0
                            ? end(worker, Finish.success(claimed)).isApplied()
                            : sweeper.reclaim(List.of(reclaim)).get(0).isApplied());
            assertThat(applied).containsExactlyInAnyOrder(true, false);
            assertThat(stateOf(id)).isEqualTo(applied.get(0) ? JobState.SUCCEEDED : JobState.CRASHED);
        }
    }
}
