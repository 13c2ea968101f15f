package dev.reprise.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.AttemptRecord.How;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What an ending spends and counts. */
interface SpendingContract extends StoreUnderTest {
    /** What one ending of the second attempt, which is the second claim, leaves behind. */
    String COUNTERS = """
            kind                 | attempt | epoch | failures | snoozes | history
            succeed              | 2       | 2     | 1        | 0       | -
            fail                 | 2       | 2     | 2        | 0       | -
            exhaust              | 2       | 2     | 2        | 0       | -
            cancel               | 2       | 2     | 1        | 0       | -
            retry                | 2       | 2     | 2        | 0       | retried
            retry_after          | 2       | 2     | 1        | 0       | retry_after
            retry_after_refunded | 1       | 2     | 1        | 0       | retry_after
            snooze               | 1       | 2     | 1        | 1       | -
            interrupt            | 2       | 2     | 1        | 0       | interrupted
            hand_back            | 1       | 2     | 1        | 0       | -
            """;

    @TestFactory
    default List<DynamicTest> each_ending_counts_what_it_says() {
        WorkerSession session = session();
        return rows(COUNTERS).map(row -> counting(session, row, false)).toList();
    }

    @TestFactory
    default List<DynamicTest> each_ending_counts_the_same_when_a_pending_cancel_or_not_decides_the_state() {
        WorkerSession session = session();
        return rows(COUNTERS).map(row -> counting(session, row, true)).toList();
    }

    private DynamicTest counting(WorkerSession session, List<String> row, boolean isCancelAsked) {
        return DynamicTest.dynamicTest(row.get(0), () -> {
            String type = "count." + isCancelAsked + row.get(0);
            UUID id = enqueue(Sample.job().type(type));
            end(session, Finish.retry(claim(session, 1, type).get(0), Duration.ZERO));
            Claimed second = claim(session, 1, type).get(0);
            if (isCancelAsked) {
                store().cancel(id);
            }
            Kind kind = Kind.valueOf(row.get(0).toUpperCase(Locale.ROOT));
            EndingVerdict verdict = end(session, Finish.typical(second, kind, Duration.ofHours(1)));
            assertThat(verdict.isApplied()).isTrue();
            Job.Counts counts = look(id).counts();
            assertThat(List.of(counts.attempt(), counts.epoch(), counts.failures(), counts.snoozes()))
                    .extracting(String::valueOf)
                    .isEqualTo(row.subList(1, 5));
            assertThat(counts.crashes()).isZero();
            assertThat(counts.maxAttempts()).isEqualTo(5);
            List<String> history = new ArrayList<>(List.of("retried"));
            if (!isCancelAsked && !row.get(5).equals("-")) {
                history.add(row.get(5));
            }
            assertThat(store().history(id))
                    .extracting(attempt -> attempt.how().name().toLowerCase(Locale.ROOT))
                    .isEqualTo(history);
        });
    }

    @Test
    default void a_final_failure_without_an_error_is_no_failure() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        end(session, Finish.of(claimOne(session), Kind.FAIL).reason("gone"));
        Job job = look(id);
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(job.counts().failures()).isZero();
        assertThat(outcome(id).reason()).isEqualTo("gone");
    }

    @Test
    default void a_crash_spends_the_attempt_and_is_no_failure() {
        UUID id = enqueue(Sample.job());
        claimOne(session());
        lapse(session(), id, Sample.Lapse.again(Duration.ZERO));
        assertThat(look(id).counts()).isEqualTo(new Job.Counts(1, 5, 1, 0, 0, 1));
        assertThat(claimOne(session())).satisfies(again -> {
            assertThat(again.attempt()).isEqualTo(2);
            assertThat(again.epoch()).isEqualTo(2);
        });
    }

    @Test
    default void epochs_never_go_back_and_history_has_one_row_for_each_claim_that_has_one() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        List<Integer> epochs = new ArrayList<>();
        for (Kind kind : List.of(
                Kind.RETRY,
                Kind.SNOOZE,
                Kind.HAND_BACK,
                Kind.RETRY_AFTER_REFUNDED,
                Kind.RETRY_AFTER,
                Kind.INTERRUPT,
                Kind.SUCCEED)) {
            Claimed claimed = claimOne(session);
            epochs.add(claimed.epoch());
            end(session, Finish.typical(claimed, kind, Duration.ZERO));
        }
        assertThat(epochs).containsExactly(1, 2, 3, 4, 5, 6, 7);
        assertThat(look(id).counts()).isEqualTo(new Job.Counts(4, 5, 7, 1, 1, 0));
        assertThat(store().history(id))
                .extracting(AttemptRecord::epoch, AttemptRecord::attempt, AttemptRecord::how)
                .containsExactly(
                        tuple(1, 1, How.RETRIED),
                        tuple(4, 2, How.RETRY_AFTER),
                        tuple(5, 2, How.RETRY_AFTER),
                        tuple(6, 3, How.INTERRUPTED));
    }

    @Test
    default void snoozes_leave_attempt_and_failures_where_they_are() {
        UUID id = enqueue(Sample.job().maxAttempts(1));
        WorkerSession session = session();
        for (int i = 0; i < 10; i++) {
            end(session, Finish.snooze(claimOne(session), Duration.ZERO));
        }
        assertThat(look(id).counts()).isEqualTo(new Job.Counts(0, 1, 10, 0, 10, 0));
        assertThat(store().history(id)).isEmpty();
    }

    @Test
    default void an_interrupt_of_the_last_attempt_raises_the_ceiling_by_one() {
        UUID id = enqueue(Sample.job().maxAttempts(2));
        WorkerSession session = session();
        end(session, Finish.typical(claimOne(session), Kind.INTERRUPT, Duration.ZERO));
        assertThat(look(id).counts().maxAttempts()).isEqualTo(2);
        end(session, Finish.typical(claimOne(session), Kind.INTERRUPT, Duration.ZERO));
        assertThat(look(id).counts().maxAttempts()).isEqualTo(3);
        assertThat(claimOne(session).maxAttempts()).isEqualTo(3);
    }

    @Test
    default void an_interrupt_raises_the_ceiling_to_32767_at_most() {
        UUID id = enqueue(Sample.job().maxAttempts(32_766));
        spendAttempts(id, 32_765);
        WorkerSession session = session();
        Claimed claimed = claimOne(session);
        assertThat(claimed.attempt()).isEqualTo(32_766);
        end(session, Finish.typical(claimed, Kind.INTERRUPT, Duration.ZERO));
        assertThat(look(id).counts().maxAttempts()).isEqualTo(32_767);
        assertThat(claimOne(session).attempt()).isEqualTo(32_767);
    }

    @Test
    default void attempt_32767_is_the_last_whatever_its_ending_wishes() {
        WorkerSession session = session();
        for (Kind kind : List.of(Kind.RETRY, Kind.RETRY_AFTER, Kind.INTERRUPT)) {
            UUID id = enqueue(Sample.job());
            spendAttempts(id, 32_766);
            EndingVerdict verdict = end(session, Finish.typical(claimOne(session), kind, Duration.ofSeconds(1)));
            assertThat(verdict.state()).as(kind.name()).isEqualTo(JobState.FAILED);
            Job job = look(id);
            assertThat(job.counts().attempt()).isEqualTo(32_767);
            assertThat(outcome(id).reason()).isEqualTo("ATTEMPTS_EXHAUSTED");
        }
    }

    @Test
    default void a_refunded_ending_of_attempt_32767_pends_it_again() {
        WorkerSession session = session();
        for (Kind kind : List.of(Kind.SNOOZE, Kind.RETRY_AFTER_REFUNDED, Kind.HAND_BACK)) {
            String type = "refund." + kind;
            UUID id = enqueue(Sample.job().type(type));
            spendAttempts(id, 32_766);
            Claimed last = claim(session, 1, type).get(0);
            end(session, Finish.typical(last, kind, Duration.ZERO));
            assertThat(claim(session, 1, type).get(0).attempt()).isEqualTo(32_767);
        }
    }

    private static org.assertj.core.groups.Tuple tuple(Object... parts) {
        return org.assertj.core.groups.Tuple.tuple(parts);
    }

    private static java.util.stream.Stream<List<String>> rows(String table) {
        return TextTable.parse(table).stream();
    }
}
