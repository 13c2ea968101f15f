package dev.reprise.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Children are added with the success of their parent, or not at all. */
interface ChildrenContract extends StoreUnderTest {
    @Test
    default void children_are_added_with_the_success() {
        enqueue(Sample.job());
        WorkerSession session = session();
        Sample now = Sample.job().type("child").payload(new byte[] {1, 2, 3});
        Sample later =
                Sample.job().type("child").after(Duration.ofHours(1)).tags("x").key("k");
        EndingVerdict verdict = end(session, Finish.success(claimOne(session)).children(now, later));
        assertThat(verdict.state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(verdict.skippedChildren()).isEmpty();
        assertThat(claim(session, 10, "child").get(0).payload()).containsExactly(1, 2, 3);
        assertThat(look(later.build().id())).satisfies(child -> {
            assertThat(child.state()).isEqualTo(JobState.SCHEDULED);
            assertThat(child.tags()).containsExactly("x");
            assertThat(child.key()).isEqualTo("k");
        });
        assertThat(offer(Sample.job().type("child").key("k")).existed()).isTrue();
    }

    @TestFactory
    default Stream<DynamicTest> no_other_ending_adds_children() {
        WorkerSession session = session();
        return Stream.of(Kind.values())
                .filter(kind -> kind != Kind.SUCCEED)
                .map(kind -> DynamicTest.dynamicTest(kind.name(), () -> {
                    String type = "parent." + kind;
                    enqueue(Sample.job().type(type));
                    Sample child = Sample.job().key("free." + kind);
                    Finish finish = Finish.typical(claim(session, 1, type).get(0), kind, Duration.ZERO);
                    EndingVerdict verdict = end(session, finish.children(child));
                    assertThat(verdict.isApplied()).isTrue();
                    assertThat(store().find(child.build().id())).isEmpty();
                    assertThat(offer(Sample.job().key("free." + kind)).existed())
                            .isFalse();
                }));
    }

    @Test
    default void a_fenced_success_adds_no_children_while_its_batch_mates_do() {
        enqueue(Sample.job());
        enqueue(Sample.job());
        WorkerSession session = session();
        List<Claimed> claims = claim(session, 2);
        Sample lost = Sample.job().key("lost");
        Sample added = Sample.job();
        List<EndingVerdict> verdicts = session.end(
                UUID.randomUUID(),
                List.of(
                        Finish.success(claims.get(0)).epoch(5).children(lost).build(),
                        Finish.success(claims.get(1)).children(added).build()));
        assertThat(verdicts).extracting(EndingVerdict::isApplied).containsExactly(false, true);
        assertThat(store().find(lost.build().id())).isEmpty();
        assertThat(offer(Sample.job().key("lost")).existed()).isFalse();
        assertThat(stateOf(added.build().id())).isEqualTo(JobState.READY);
    }

    @Test
    default void a_child_whose_key_is_taken_is_skipped_and_reported() {
        enqueue(Sample.job());
        enqueue(Sample.job().type("child").key("taken"));
        WorkerSession session = session();
        Sample free = Sample.job().type("child").key("free");
        Sample taken = Sample.job().type("child").key("taken");
        Sample twin = Sample.job().type("child").key("free");
        EndingVerdict verdict = end(session, Finish.success(claimOne(session)).children(free, taken, twin));
        assertThat(verdict.state()).isEqualTo(JobState.SUCCEEDED);
        assertThat(verdict.skippedChildren())
                .containsExactly(taken.build().id(), twin.build().id());
        assertThat(stateOf(free.build().id())).isEqualTo(JobState.READY);
        assertThat(store().find(taken.build().id())).isEmpty();
    }

    @Test
    default void a_key_that_two_endings_of_a_batch_want_goes_to_the_first() {
        enqueue(Sample.job());
        enqueue(Sample.job());
        WorkerSession session = session();
        List<Claimed> claims = claim(session, 2);
        Sample first = Sample.job().type("child").key("a");
        Sample second = Sample.job().type("child").key("a");
        List<EndingVerdict> verdicts = session.end(
                UUID.randomUUID(),
                List.of(
                        Finish.success(claims.get(1)).children(first).build(),
                        Finish.success(claims.get(0)).children(second).build()));
        assertThat(verdicts.get(0).skippedChildren()).isEmpty();
        assertThat(verdicts.get(1).skippedChildren())
                .containsExactly(second.build().id());
    }

    @Test
    default void a_child_may_take_the_key_that_its_parents_success_releases() {
        enqueue(Sample.job().key("chain"));
        WorkerSession session = session();
        Sample next = Sample.job().key("chain");
        EndingVerdict verdict = end(session, Finish.success(claimOne(session)).children(next));
        assertThat(verdict.skippedChildren()).isEmpty();
        assertThat(offer(Sample.job().key("chain")).id()).isEqualTo(next.build().id());
    }

    @Test
    default void the_same_flush_again_is_answered_with_the_same_children_skipped() {
        enqueue(Sample.job());
        enqueue(Sample.job().type("child").key("taken"));
        WorkerSession session = session();
        Finish finish = Finish.success(claimOne(session))
                .children(
                        Sample.job().type("child").key("taken"),
                        Sample.job().type("child").key("free"));
        UUID flush = UUID.randomUUID();
        List<EndingVerdict> first = session.end(flush, List.of(finish.build()));
        assertThat(first.get(0).skippedChildren()).hasSize(1);
        assertThat(session.end(flush, List.of(finish.build()))).isEqualTo(first);
    }

    @Test
    default void the_same_flush_again_adds_no_child_twice() {
        enqueue(Sample.job());
        WorkerSession session = session();
        Sample child = Sample.job().type("child");
        AttemptEnding ending = Finish.success(claimOne(session)).children(child).build();
        UUID flush = UUID.randomUUID();
        session.end(flush, List.of(ending));
        assertThat(session.end(flush, List.of(ending)).get(0).isApplied()).isTrue();
        assertThat(claim(session, 10, "child")).hasSize(1);
    }
}
