package dev.reprise.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Who gets a key, and until when. */
interface KeyContract extends StoreUnderTest {
    Duration DAY = Duration.ofDays(1);

    @Test
    default void a_taken_key_answers_with_the_job_that_holds_it() {
        UUID first = enqueue(Sample.job().key("a"));
        assertThat(offer(Sample.job().key("a"))).isEqualTo(new Enqueued(first, true));
        assertThat(store().counts().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(1);
        assertThat(look(first).key()).isEqualTo("a");
    }

    @Test
    default void keys_of_other_types_and_other_names_are_other_keys() {
        enqueue(Sample.job().key("a"));
        assertThat(offer(Sample.job().key("b")).existed()).isFalse();
        assertThat(offer(Sample.job().key("A")).existed()).isFalse();
        assertThat(offer(Sample.job().key("a").type("other")).existed()).isFalse();
        assertThat(offer(Sample.job().request("a", DAY)).existed()).isFalse();
    }

    @Test
    default void an_active_key_is_held_while_the_job_waits_runs_and_waits_again() {
        UUID id = enqueue(Sample.job().key("a").after(Duration.ofHours(1)));
        assertTaken(id);
        advance(Duration.ofHours(2));
        WorkerSession session = session();
        session.promote(10);
        assertTaken(id);
        Claimed claimed = claimOne(session);
        assertTaken(id);
        end(session, Finish.retry(claimed, Duration.ofHours(1)));
        advance(Duration.ofDays(400));
        assertTaken(id);
    }

    private void assertTaken(UUID by) {
        assertThat(offer(Sample.job().key("a"))).isEqualTo(new Enqueued(by, true));
    }

    @TestFactory
    default Stream<DynamicTest> each_end_releases_the_active_key() {
        WorkerSession session = session();
        return Stream.of(
                releasing("success", session, (id, claimed) -> end(session, Finish.success(claimed))),
                releasing("failure", session, (id, claimed) -> end(session, Finish.failure(claimed))),
                releasing("cancel", session, (id, claimed) -> end(session, Finish.of(claimed, Kind.CANCEL))),
                releasing("crash", session, (id, claimed) -> lapse(session, id, Sample.Lapse.CRASH)),
                releasing("cancel while waiting", session, (id, claimed) -> {
                    end(session, Finish.retry(claimed, Duration.ZERO));
                    store().cancel(id);
                }),
                releasing("deadline", session, (id, claimed) -> {
                    end(session, Finish.retry(claimed, Duration.ZERO));
                    advance(DAY.plusHours(1));
                    session.expire(1000);
                }));
    }

    private DynamicTest releasing(String name, WorkerSession session, BiConsumer<UUID, Claimed> end) {
        return DynamicTest.dynamicTest(name, () -> {
            String type = "release." + name.replace(' ', '.');
            Sample sample = Sample.job().type(type).key("a").deadline(DAY);
            UUID id = enqueue(sample);
            end.accept(id, claim(session, 1, type).get(0));
            assertThat(look(id).state().isTerminal()).isTrue();
            assertThat(offer(Sample.job().type(type).key("a")).existed()).isFalse();
        });
    }

    @Test
    default void a_late_ending_does_not_release_the_key_of_the_next_holder() {
        UUID first = enqueue(Sample.job().key("a"));
        WorkerSession session = session();
        Claimed claimed = claimOne(session);
        end(session, Finish.success(claimed));
        UUID second = enqueue(Sample.job().key("a"));
        assertThat(second).isNotEqualTo(first);
        end(session, Finish.success(claimed));
        assertThat(offer(Sample.job().key("a"))).isEqualTo(new Enqueued(second, true));
    }

    @Test
    default void a_window_counts_from_the_first_enqueue_whatever_becomes_of_the_job() {
        UUID id = enqueue(Sample.job().key("a", Duration.ofHours(1)));
        assertThat(look(id).key()).isNull();
        WorkerSession session = session();
        end(session, Finish.success(claimOne(session)));
        advance(Duration.ofMinutes(50));
        assertThat(offer(Sample.job().key("a", Duration.ofHours(1)))).isEqualTo(new Enqueued(id, true));
        advance(Duration.ofMinutes(11));
        assertThat(offer(Sample.job().key("a", Duration.ofHours(1))).existed()).isFalse();
    }

    @Test
    default void a_window_that_is_over_lets_a_second_job_in_while_the_first_is_active() {
        UUID first = enqueue(Sample.job().key("a", Duration.ofHours(1)));
        advance(Duration.ofHours(2));
        Enqueued second = offer(Sample.job().key("a"));
        assertThat(second.existed()).isFalse();
        WorkerSession session = session();
        claim(session, 10).stream()
                .filter(one -> one.id().equals(first))
                .forEach(one -> end(session, Finish.success(one)));
        assertThat(offer(Sample.job().key("a"))).isEqualTo(new Enqueued(second.id(), true));
    }

    @Test
    default void an_idempotency_key_outlives_its_job_and_its_retention() {
        UUID id = enqueue(Sample.job().request("r", DAY));
        WorkerSession session = session();
        end(session, Finish.success(claimOne(session)));
        advance(Duration.ofHours(23));
        assertThat(store().prune(Duration.ofHours(1), 10)).isEqualTo(1);
        assertThat(store().find(id)).isEmpty();
        assertThat(offer(Sample.job().request("r", DAY))).isEqualTo(new Enqueued(id, true));
        advance(Duration.ofHours(2));
        store().prune(Duration.ofHours(1), 10);
        assertThat(offer(Sample.job().request("r", DAY)).existed()).isFalse();
    }

    @Test
    default void a_job_with_both_keys_needs_both() {
        UUID keyed = enqueue(Sample.job().key("k"));
        UUID requested = enqueue(Sample.job().request("r", DAY));
        assertThat(offer(Sample.job().key("k").request("new", DAY))).isEqualTo(new Enqueued(keyed, true));
        assertThat(offer(Sample.job().key("new").request("r", DAY))).isEqualTo(new Enqueued(requested, true));
        assertThat(offer(Sample.job().key("new").request("new", DAY)).existed())
                .as("a job that was not added has taken neither key")
                .isFalse();
    }

    @Test
    default void where_both_keys_are_taken_the_request_answers() {
        enqueue(Sample.job().key("k"));
        UUID requested = enqueue(Sample.job().request("r", DAY));
        assertThat(offer(Sample.job().key("k").request("r", DAY))).isEqualTo(new Enqueued(requested, true));
    }

    @Test
    default void a_key_that_one_call_carries_twice_goes_to_the_first() {
        Sample first = Sample.job().key("a");
        Sample other = Sample.job();
        Sample second = Sample.job().key("a");
        UUID firstId = first.build().id();
        List<Enqueued> answers = store().enqueue(List.of(first.build(), other.build(), second.build()));
        assertThat(answers)
                .containsExactly(
                        new Enqueued(firstId, false),
                        new Enqueued(other.build().id(), false),
                        new Enqueued(firstId, true));
        assertThat(store().find(second.build().id())).isEmpty();
    }

    @Test
    default void within_one_call_a_job_that_is_not_added_takes_no_key_from_the_next() {
        UUID holder = enqueue(Sample.job().request("r", DAY));
        NewJob refused = Sample.job().key("a").request("r", DAY).build();
        NewJob second = Sample.job().key("a").request("s", DAY).build();
        NewJob third = Sample.job().key("a").request("t", DAY).build();
        NewJob fourth = Sample.job().request("t", DAY).build();
        assertThat(store().enqueue(List.of(refused, second, third, fourth)))
                .containsExactly(
                        new Enqueued(holder, true),
                        new Enqueued(second.id(), false),
                        new Enqueued(second.id(), true),
                        new Enqueued(fourth.id(), false));
        assertThat(stateOf(second.id())).isNotNull();
    }

    @Test
    default void copied_jobs_take_keys_as_well() {
        enqueue(Sample.job().key("a"));
        long added = store().copy(Stream.of("a", "b", "b", "c")
                .map(key -> Sample.job().key(key).build())
                .iterator());
        assertThat(added).isEqualTo(2);
        assertThat(offer(Sample.job().key("c")).existed()).isTrue();
    }

    @Test
    default void a_redrive_takes_the_active_key_again() {
        UUID id = enqueue(Sample.job().key("a"));
        WorkerSession session = session();
        end(session, Finish.failure(claimOne(session)));
        assertThat(store().redrive(id, Redrive.DEFAULTS)).isInstanceOf(RedriveResult.Redriven.class);
        assertTaken(id);
        end(session, Finish.success(claimOne(session)));
        assertThat(offer(Sample.job().key("a")).existed()).isFalse();
    }

    @Test
    default void a_redrive_whose_key_belongs_to_another_job_changes_nothing() {
        UUID id = enqueue(Sample.job().key("a"));
        WorkerSession session = session();
        end(session, Finish.failure(claimOne(session)));
        UUID next = enqueue(Sample.job().key("a"));
        Job before = look(id);
        assertThat(store().redrive(id, Redrive.DEFAULTS)).isEqualTo(new RedriveResult.KeyTaken(next));
        assertThat(look(id)).usingRecursiveComparison().isEqualTo(before);
        assertThat(store().history(id)).isEmpty();
        store().cancel(next);
        assertThat(store().redrive(id, Redrive.DEFAULTS)).isEqualTo(new RedriveResult.Redriven(5));
    }

    @Test
    default void a_redrive_asks_for_no_key_with_a_window() {
        UUID id = enqueue(Sample.job().key("a", Duration.ofHours(1)));
        WorkerSession session = session();
        end(session, Finish.failure(claimOne(session)));
        advance(Duration.ofHours(2));
        enqueue(Sample.job().key("a", Duration.ofHours(1)).after(DAY));
        assertThat(store().redrive(id, Redrive.DEFAULTS)).isEqualTo(new RedriveResult.Redriven(5));
    }
}
