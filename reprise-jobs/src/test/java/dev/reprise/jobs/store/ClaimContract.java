package dev.reprise.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.When;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which jobs a claim hands out, and in which order. */
interface ClaimContract extends StoreUnderTest {
    @Test
    default void a_claim_starts_an_attempt_with_a_lease() {
        UUID id = enqueue(Sample.job());
        UUID worker = UUID.randomUUID();
        Claimed claimed = claim(session(worker), 10).get(0);
        assertThat(claimed.attempt()).isEqualTo(1);
        assertThat(claimed.epoch()).isEqualTo(1);
        Job job = look(id);
        Job.Lease lease = lease(id);
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(lease.worker()).isEqualTo(worker);
        assertThat(lease.isCancelRequested()).isFalse();
        assertThat(Duration.between(lease.startedAt(), lease.until()))
                .isBetween(LEASE.minusSeconds(1), LEASE.plusSeconds(1));
    }

    @Test
    default void jobs_come_in_the_order_of_due_time_less_head_start() {
        Instant now = look(enqueue(Sample.job().type("clock"))).createdAt();
        List<Sample> inOrder = List.of(
                Sample.job().due(When.at(now.minusSeconds(60 * 30))).priority(100),
                Sample.job().due(When.at(now.minusSeconds(60 * 110))).priority(10),
                Sample.job().due(When.at(now.minusSeconds(60 * 60))),
                Sample.job().due(When.at(now.minusSeconds(60 * 10))).priority(20),
                Sample.job().due(When.at(now.minusSeconds(60 * 10))),
                Sample.job().due(When.at(now.minusSeconds(60 * 20))).priority(-100));
        List<Sample> shuffled = new ArrayList<>(inOrder);
        Collections.shuffle(shuffled, new Random(7));
        shuffled.forEach(this::enqueue);
        List<Claimed> claimed = claim(session(), 100);
        assertThat(claimed)
                .extracting(Claimed::id)
                .containsExactlyElementsOf(
                        inOrder.stream().map(sample -> sample.build().id()).toList());
        assertThat(claimed).extracting(Claimed::sortAt).isSorted();
    }

    @Test
    default void equal_places_are_ordered_by_id_as_unsigned_bytes() {
        Instant due = look(enqueue(Sample.job().type("clock"))).createdAt().minusSeconds(1);
        List<UUID> inOrder = List.of(
                UUID.fromString("00000000-0000-7000-7000-000000000001"),
                UUID.fromString("00000000-0000-7000-9000-000000000001"),
                UUID.fromString("7fffffff-ffff-7fff-8000-000000000001"),
                UUID.fromString("80000000-0000-7000-8000-000000000001"),
                UUID.fromString("ffffffff-ffff-7fff-bfff-ffffffffffff"));
        List<UUID> reversed = new ArrayList<>(inOrder);
        Collections.reverse(reversed);
        reversed.forEach(id -> enqueue(Sample.job().id(id).due(When.at(due))));
        assertThat(claim(session(), 100)).extracting(Claimed::id).containsExactlyElementsOf(inOrder);
    }

    @Test
    default void the_order_holds_across_lanes_and_the_batch_is_their_bound() {
        Instant now = look(enqueue(Sample.job().type("clock"))).createdAt();
        for (int i = 0; i < 12; i++) {
            enqueue(Sample.job().type("lane." + i % 3).due(When.at(now.minusSeconds(100 - i))));
        }
        WorkerSession session = session();
        List<Claimed> first = claim(session, 5, "lane.2", "lane.0", "lane.1");
        assertThat(first).extracting(Claimed::type).containsExactly("lane.0", "lane.1", "lane.2", "lane.0", "lane.1");
        assertThat(claim(session, 100, "lane.0", "lane.1", "lane.2")).hasSize(7);
        assertThat(claim(session, 100, "lane.0", "lane.1", "lane.2")).isEmpty();
    }

    @Test
    default void a_lane_begins_at_its_mark() {
        Instant now = look(enqueue(Sample.job().type("clock"))).createdAt();
        List<UUID> ids = IntStream.range(0, 4)
                .mapToObj(i -> enqueue(Sample.job().due(When.at(now.minusSeconds(100 - i / 2)))))
                .toList();
        Mark mark = new Mark(now.minusSeconds(100), ids.get(1));
        List<Claimed> claimed = session().claim(List.of(new Lane(Sample.QUEUE, Sample.TYPE, mark)), 100, LEASE);
        assertThat(claimed).extracting(Claimed::id).containsExactlyElementsOf(ids.subList(1, 4));
        assertThat(claim(session(), 100)).extracting(Claimed::id).containsExactly(ids.get(0));
    }

    @Test
    default void the_mark_of_a_claimed_job_finds_that_job_when_it_is_back_at_its_place() {
        enqueue(Sample.job());
        UUID second = enqueue(Sample.job());
        WorkerSession session = session();
        Claimed claimed = claim(session, 2).get(1);
        end(session, Finish.handBack(claimed));
        Lane lane = new Lane(Sample.QUEUE, Sample.TYPE, new Mark(claimed.sortAt(), claimed.id()));
        assertThat(session.claim(List.of(lane), 10, LEASE))
                .extracting(Claimed::id)
                .containsExactly(second);
    }

    @Test
    default void unknown_types_and_other_queues_are_left_alone_and_hide_nobody() {
        for (int i = 0; i < 50; i++) {
            enqueue(Sample.job().type("unknown").priority(1000));
            enqueue(Sample.job().queue("elsewhere").priority(1000));
        }
        UUID mine = enqueue(Sample.job());
        assertThat(claim(session(), 3)).extracting(Claimed::id).containsExactly(mine);
        assertThat(store().counts()).containsEntry(JobState.READY, 100L).containsEntry(JobState.RUNNING, 1L);
    }

    @Test
    default void a_paused_queue_is_left_alone_and_hides_nobody() {
        UUID paused = enqueue(Sample.job().queue("slow").priority(1000));
        UUID open = enqueue(Sample.job());
        List<Lane> lanes = List.of(new Lane("slow", Sample.TYPE, null), new Lane(Sample.QUEUE, Sample.TYPE, null));
        store().pause("slow");
        WorkerSession session = session();
        assertThat(session.claim(lanes, 10, LEASE)).extracting(Claimed::id).containsExactly(open);
        assertThat(session.claim(lanes, 10, LEASE)).isEmpty();
        store().resume("slow");
        assertThat(session.claim(lanes, 10, LEASE)).extracting(Claimed::id).containsExactly(paused);
    }

    @Test
    default void a_job_whose_deadline_has_passed_is_left_alone_and_hides_nobody() {
        List<UUID> late = IntStream.range(0, 20)
                .mapToObj(i -> enqueue(Sample.job().priority(10).deadline(Duration.ofMinutes(5))))
                .toList();
        UUID mine = enqueue(Sample.job());
        UUID inTime = enqueue(Sample.job().deadline(Duration.ofHours(1)));
        advance(Duration.ofMinutes(6));
        assertThat(claim(session(), 5)).extracting(Claimed::id).containsExactlyInAnyOrder(mine, inTime);
        assertThat(late).extracting(this::stateOf).containsOnly(JobState.READY);
    }

    @Test
    default void a_scheduled_job_is_not_claimed_before_it_was_promoted() {
        UUID id = enqueue(Sample.job().after(Duration.ofMinutes(1)));
        WorkerSession session = session();
        assertThat(claim(session, 10)).isEmpty();
        advance(Duration.ofMinutes(2));
        session.promote(10);
        assertThat(claim(session, 10)).extracting(Claimed::id).containsExactly(id);
    }

    @Test
    default void a_job_handed_back_is_first_again() {
        List<UUID> ids =
                IntStream.range(0, 3).mapToObj(i -> enqueue(Sample.job())).toList();
        WorkerSession session = session();
        Claimed first = claim(session, 1).get(0);
        assertThat(first.id()).isEqualTo(ids.get(0));
        Job before = look(first.id());
        advance(Duration.ofSeconds(5));
        end(session, Finish.handBack(first));
        Job after = look(first.id());
        assertThat(Duration.between(after.createdAt(), after.dueAt()))
                .isEqualTo(Duration.between(before.createdAt(), before.dueAt()));
        assertThat(claim(session, 3)).extracting(Claimed::id).containsExactlyElementsOf(ids);
    }

    @Test
    default void no_lanes_claim_nothing() {
        enqueue(Sample.job());
        assertThat(session().claim(List.of(), 10, LEASE)).isEmpty();
    }
}
