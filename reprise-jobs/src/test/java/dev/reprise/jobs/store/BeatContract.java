package dev.reprise.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.Job;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a heartbeat renews, and what it tells. */
interface BeatContract extends StoreUnderTest {
    @Test
    default void a_beat_renews_the_lease_from_the_present() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        Claimed claimed = claimOne(session);
        advance(Duration.ofSeconds(50));
        Beat beat = session.beat(List.of(held(claimed)), LEASE);
        assertThat(beat).isEqualTo(new Beat(List.of(), List.of(), List.of()));
        Job.Lease lease = lease(id);
        assertThat(Duration.between(lease.startedAt(), lease.until()))
                .isBetween(Duration.ofSeconds(109), Duration.ofSeconds(110).plus(SLACK));
        advance(Duration.ofSeconds(30));
        assertThat(session.lapsed(null, 10)).isEmpty();
        advance(Duration.ofSeconds(31));
        assertThat(session.lapsed(null, 10)).extracting(Lapsed::id).containsExactly(id);
    }

    @Test
    default void a_beat_takes_the_lease_it_is_given() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        session.beat(List.of(held(claimOne(session))), Duration.ofHours(1));
        Job.Lease lease = lease(id);
        assertThat(Duration.between(lease.startedAt(), lease.until()))
                .isBetween(Duration.ofHours(1), Duration.ofMinutes(61));
    }

    @Test
    default void a_lapsed_lease_that_nobody_reclaimed_is_renewed() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        Claimed claimed = claimOne(session);
        advance(LEASE.plusSeconds(1));
        Lapsed lapsed = lapsed(session, id);
        assertThat(session.beat(List.of(held(claimed)), LEASE).lost()).isEmpty();
        assertThat(session.reclaim(List.of(Sample.Lapse.CRASH.of(lapsed)))
                        .get(0)
                        .isApplied())
                .as("the lease was renewed between the look and the reclaim")
                .isFalse();
    }

    @Test
    default void what_ended_was_reclaimed_or_claimed_again_is_lost() {
        WorkerSession session = session();
        for (int i = 0; i < 4; i++) {
            enqueue(Sample.job());
        }
        List<Claimed> claims = claim(session, 4);
        end(session, Finish.success(claims.get(0)));
        end(session, Finish.retry(claims.get(1), Duration.ofHours(1)));
        advance(LEASE.minusSeconds(5));
        session.beat(List.of(held(claims.get(3))), LEASE);
        lapse(session(), claims.get(2).id(), Sample.Lapse.again(Duration.ZERO));
        claim(session(), 10);
        Held unknown = new Held(UUID.randomUUID(), 1);
        session.beat(List.of(held(claims.get(3))), LEASE);
        Beat beat = session.beat(
                List.of(held(claims.get(3)), unknown, held(claims.get(2)), held(claims.get(1)), held(claims.get(0))),
                LEASE);
        assertThat(beat.lost())
                .containsExactlyInAnyOrder(unknown, held(claims.get(0)), held(claims.get(1)), held(claims.get(2)));
        assertThat(beat.strays()).isEmpty();
    }

    @Test
    default void a_beat_of_a_stale_epoch_or_of_another_worker_renews_nothing() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        end(session, Finish.retry(claimOne(session), Duration.ZERO));
        Claimed second = claimOne(session);
        advance(Duration.ofSeconds(10));
        Job before = look(id);
        Beat stale = session.beat(List.of(new Held(id, 1)), LEASE);
        Beat stranger = session().beat(List.of(held(second)), LEASE);
        assertThat(look(id)).usingRecursiveComparison().isEqualTo(before);
        assertThat(stale.lost()).containsExactly(new Held(id, 1));
        assertThat(stale.strays()).containsExactly(new Beat.Stray(id, 2, 2));
        assertThat(stranger.lost()).containsExactly(held(second));
        assertThat(stranger.strays()).isEmpty();
    }

    @Test
    default void a_beat_tells_of_cancels_each_time_and_renews_those_as_well() {
        UUID id = enqueue(Sample.job());
        enqueue(Sample.job());
        WorkerSession session = session();
        List<Held> held = claim(session, 2).stream().map(this::held).toList();
        store().cancel(id);
        advance(LEASE.minusSeconds(5));
        for (int i = 0; i < 2; i++) {
            Beat beat = session.beat(held, LEASE);
            assertThat(beat.lost()).isEmpty();
            assertThat(beat.cancelled()).containsExactly(held.get(0));
        }
        advance(Duration.ofSeconds(10));
        assertThat(session.lapsed(null, 10)).isEmpty();
    }

    @Test
    default void what_runs_under_this_incarnation_and_is_not_named_is_a_stray_that_is_not_renewed() {
        UUID id = enqueue(Sample.job());
        enqueue(Sample.job());
        WorkerSession session = session();
        List<Claimed> claims = claim(session, 2);
        claim(session(), 10);
        advance(LEASE.minusSeconds(5));
        Beat beat = session.beat(List.of(held(claims.get(1))), LEASE);
        assertThat(beat.strays()).containsExactly(new Beat.Stray(id, 1, 1));
        advance(Duration.ofSeconds(10));
        assertThat(session.lapsed(null, 10)).extracting(Lapsed::id).containsExactly(id);
        assertThat(end(session, Finish.handBack(claims.get(0))).isApplied()).isTrue();
        assertThat(look(id).counts().attempt()).isZero();
        assertThat(session.beat(List.of(held(claims.get(1))), LEASE).strays()).isEmpty();
    }

    @Test
    default void a_beat_without_claims_finds_strays() {
        UUID id = enqueue(Sample.job());
        WorkerSession session = session();
        assertThat(session.beat(List.of(), LEASE)).isEqualTo(new Beat(List.of(), List.of(), List.of()));
        claimOne(session);
        assertThat(session.beat(List.of(), LEASE).strays()).containsExactly(new Beat.Stray(id, 1, 1));
    }

    private Held held(Claimed claimed) {
        return new Held(claimed.id(), claimed.epoch());
    }
}
