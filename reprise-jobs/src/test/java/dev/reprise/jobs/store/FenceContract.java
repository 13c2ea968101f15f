package dev.reprise.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A write of a worker that does not hold the claim changes nothing, and is reported. */
interface FenceContract extends StoreUnderTest {
    @TestFactory
    default List<DynamicTest> a_late_ending_of_any_kind_changes_nothing() {
        WorkerSession session = session();
        return List.of(Kind.values()).stream()
                .map(kind -> DynamicTest.dynamicTest(kind.name(), () -> {
                    String type = "late." + kind;
                    UUID id = enqueue(Sample.job().type(type));
                    Claimed first = claim(session, 1, type).get(0);
                    end(session, Finish.retry(first, Duration.ZERO));
                    claim(session, 1, type);
                    assertFenced(session, id, Finish.typical(first, kind, Duration.ZERO));
                }))
                .toList();
    }

    @TestFactory
    default List<DynamicTest> an_ending_with_one_part_of_the_fence_wrong_changes_nothing() {
        return List.of(
                wrong("epoch ahead", finish -> finish.epoch(3)),
                wrong("epoch behind", finish -> finish.epoch(1)),
                wrong("attempt ahead", finish -> finish.attempt(3)),
                wrong("attempt behind", finish -> finish.attempt(1)));
    }

    private DynamicTest wrong(String name, UnaryOperator<Finish> change) {
        return DynamicTest.dynamicTest(name, () -> {
            String type = "wrong." + name.replace(' ', '.');
            UUID id = enqueue(Sample.job().type(type));
            WorkerSession session = session();
            end(session, Finish.retry(claim(session, 1, type).get(0), Duration.ZERO));
            Claimed second = claim(session, 1, type).get(0);
            assertThat(second.epoch()).isEqualTo(2);
            assertThat(second.attempt()).isEqualTo(2);
            assertFenced(session, id, change.apply(Finish.success(second)));
            assertThat(end(session, Finish.success(second)).isApplied()).isTrue();
        });
    }

    @Test
    default void another_worker_cannot_end_a_claim() {
        UUID id = enqueue(Sample.job());
        Claimed claimed = claimOne(session());
        assertFenced(session(), id, Finish.success(claimed));
    }

    @Test
    default void the_same_worker_cannot_end_its_own_lapsed_claim_once_it_claimed_again() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        Claimed first = claimOne(session);
        lapse(session, id, Sample.Lapse.again(Duration.ZERO));
        Claimed second = claimOne(session);
        assertThat(second.epoch()).isEqualTo(first.epoch() + 1);
        assertFenced(session, id, Finish.success(first));
        assertThat(end(session, Finish.success(second)).state()).isEqualTo(JobState.SUCCEEDED);
    }

    @Test
    default void the_same_worker_cannot_end_a_snoozed_claim_whose_attempt_number_came_back() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        Claimed first = claimOne(session);
        end(session, Finish.snooze(first, Duration.ZERO));
        Claimed second = claimOne(session);
        assertThat(second.attempt()).isEqualTo(first.attempt());
        assertFenced(session, id, Finish.failure(first));
    }

    @Test
    default void an_unknown_job_is_reported_as_fenced() {
        enqueue(Sample.job());
        WorkerSession session = session();
        Claimed claimed = claimOne(session);
        end(session, Finish.success(claimed));
        advance(Duration.ofDays(1));
        store().prune(Duration.ofHours(1), 10);
        assertThat(end(session, Finish.success(claimed)).isApplied()).isFalse();
    }

    @Test
    default void a_mixed_batch_is_applied_row_by_row_and_reported_in_order() {
        for (int i = 0; i < 6; i++) {
            enqueue(Sample.job());
        }
        WorkerSession session = session();
        List<Claimed> claims = claim(session, 6);
        end(session, Finish.success(claims.get(4)));
        List<AttemptEnding> endings = List.of(
                Finish.success(claims.get(5)).build(),
                Finish.success(claims.get(1)).epoch(7).build(),
                Finish.retry(claims.get(3), Duration.ofHours(1)).build(),
                Finish.failure(claims.get(4)).build(),
                Finish.failure(claims.get(0)).build(),
                Finish.snooze(claims.get(2), Duration.ZERO).attempt(2).build());
        List<EndingVerdict> verdicts = session.end(UUID.randomUUID(), endings);
        assertThat(verdicts)
                .extracting(EndingVerdict::id)
                .containsExactlyElementsOf(
                        endings.stream().map(AttemptEnding::id).toList());
        assertThat(verdicts)
                .extracting(EndingVerdict::state)
                .containsExactly(JobState.SUCCEEDED, null, JobState.SCHEDULED, null, JobState.FAILED, null);
        assertThat(claims)
                .extracting(claimed -> stateOf(claimed.id()))
                .containsExactly(
                        JobState.FAILED,
                        JobState.RUNNING,
                        JobState.RUNNING,
                        JobState.SCHEDULED,
                        JobState.SUCCEEDED,
                        JobState.SUCCEEDED);
    }

    @TestFactory
    default List<DynamicTest> the_same_flush_again_counts_as_applied_and_changes_nothing() {
        WorkerSession session = session();
        return List.of(Kind.values()).stream()
                .map(kind -> DynamicTest.dynamicTest(kind.name(), () -> {
                    String type = "repeat." + kind;
                    UUID id = enqueue(Sample.job().type(type));
                    AttemptEnding ending = Finish.typical(
                                    claim(session, 1, type).get(0), kind, Duration.ZERO)
                            .build();
                    UUID flush = UUID.randomUUID();
                    EndingVerdict first = session.end(flush, List.of(ending)).get(0);
                    Job before = look(id);
                    EndingVerdict second = session.end(flush, List.of(ending)).get(0);
                    assertThat(first.isApplied()).isTrue();
                    assertThat(second.state()).isEqualTo(first.state());
                    assertUnchanged(id, before);
                    assertThat(session.end(UUID.randomUUID(), List.of(ending))
                                    .get(0)
                                    .isApplied())
                            .as("another flush")
                            .isFalse();
                    assertUnchanged(id, before);
                }))
                .toList();
    }

    @Test
    default void the_same_flush_again_counts_as_applied_after_the_job_was_claimed_again() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        AttemptEnding ending = Finish.retry(claimOne(session), Duration.ZERO).build();
        UUID flush = UUID.randomUUID();
        session.end(flush, List.of(ending));
        claimOne(session());
        Job before = look(id);
        assertThat(session.end(flush, List.of(ending)).get(0).state()).isEqualTo(JobState.READY);
        assertUnchanged(id, before);
    }

    @Test
    default void the_same_flush_again_leaves_fenced_what_it_had_found_fenced() {
        enqueue(Sample.job());
        enqueue(Sample.job());
        WorkerSession session = session();
        List<Claimed> claims = claim(session, 2);
        List<AttemptEnding> endings = List.of(
                Finish.success(claims.get(0)).build(),
                Finish.success(claims.get(1)).epoch(9).build());
        UUID flush = UUID.randomUUID();
        session.end(flush, endings);
        assertThat(session.end(flush, endings))
                .extracting(EndingVerdict::isApplied)
                .containsExactly(true, false);
    }

    @TestFactory
    default List<DynamicTest> the_same_flush_again_knows_nothing_of_what_ended_the_waiting_job_since() {
        return List.of(Kind.RETRY, Kind.RETRY_AFTER, Kind.SNOOZE, Kind.HAND_BACK).stream()
                .flatMap(kind -> Stream.of(
                        since(kind, "cancelled", JobState.CANCELLED, (session, id) -> store().cancel(id)),
                        since(kind, "expired", JobState.FAILED, (session, id) -> {
                            advance(Duration.ofHours(2));
                            session.expire(10);
                        })))
                .toList();
    }

    private DynamicTest since(Kind kind, String how, JobState after, BiConsumer<WorkerSession, UUID> act) {
        return DynamicTest.dynamicTest(kind + " " + how, () -> {
            String type = "since." + kind + "." + how;
            UUID id = enqueue(Sample.job().type(type).deadline(Duration.ofHours(1)));
            WorkerSession session = session();
            AttemptEnding ending = Finish.typical(claim(session, 1, type).get(0), kind, Duration.ZERO)
                    .build();
            UUID flush = UUID.randomUUID();
            JobState first = session.end(flush, List.of(ending)).get(0).state();
            act.accept(session, id);
            assertThat(stateOf(id)).isEqualTo(after);
            assertThat(session.end(flush, List.of(ending)).get(0).state()).isIn(first, null);
        });
    }

    private void assertFenced(WorkerSession session, UUID id, Finish finish) {
        Job before = look(id);
        EndingVerdict verdict = end(session, finish);
        assertThat(verdict.id()).isEqualTo(id);
        assertThat(verdict.isApplied()).isFalse();
        assertUnchanged(id, before);
    }

    private void assertUnchanged(UUID id, Job before) {
        assertThat(look(id)).usingRecursiveComparison().isEqualTo(before);
    }
}
