package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.jobs.store.StoreException;
import dev.reprise.jobs.store.WorkerSession;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EndingsTest {
    private static final LiveDatabase DATABASE = LiveDatabase.create();

    private final PostgresJobStore store = PostgresJobStore.on(DATABASE.dataSource());
    private final WorkerSession session = store.openSession(UUID.randomUUID());
    private final UUID flush = UUID.randomUUID();

    @BeforeEach
    void empty() {
        DATABASE.execute("truncate reprise.job, reprise.job_done, reprise.job_key, reprise.job_attempt");
        DATABASE.execute("drop trigger if exists poison on reprise.job_done");
    }

    @AfterEach
    void close() {
        session.close();
    }

    private List<Claimed> claimed(int count) {
        store.enqueue(Stream.generate(Fresh::job).limit(count).toList());
        return session.claim(List.of(new Lane("default", "t", null)), count, Duration.ofMinutes(1));
    }

    /** Refuses what a rule of somebody else's would: rows with a long error that says so. */
    private static void poison() {
        DATABASE.execute("create or replace function reprise.poison() returns trigger language plpgsql as"
                + " $$ begin if new.error like '%poison%' then raise exception 'refused'; end if; return new; end $$");
        DATABASE.execute("create trigger poison before insert on reprise.job_done for each row"
                + " execute function reprise.poison()");
    }

    private static List<JobState> states(List<EndingVerdict> verdicts) {
        return verdicts.stream().map(EndingVerdict::state).toList();
    }

    @Test
    void fences_are_judged_row_by_row() {
        List<Claimed> jobs = claimed(4);
        DATABASE.execute(
                "update reprise.job set epoch = epoch + 1 where id = ?",
                jobs.get(0).id());
        DATABASE.execute(
                "update reprise.job set worker = gen_random_uuid() where id = ?",
                jobs.get(1).id());
        DATABASE.execute(
                "update reprise.job set attempt = attempt + 1 where id = ?",
                jobs.get(2).id());

        List<EndingVerdict> verdicts = session.end(
                flush,
                jobs.stream()
                        .map(job -> Fresh.ending(job, Kind.SUCCEED, null, Fresh.job()))
                        .toList());

        assertThat(states(verdicts)).containsExactly(null, null, null, JobState.SUCCEEDED);
        assertThat(DATABASE.count("reprise.job where state = 2")).isEqualTo(3);
        assertThat(DATABASE.count("reprise.job where state = 1")).as("children").isEqualTo(1);
    }

    @Test
    void the_same_flush_again_is_answered_like_the_first_and_changes_nothing() {
        List<Claimed> jobs = claimed(4);
        NewJob child = Fresh.keyed("k");
        NewJob skipped = Fresh.keyed("k");
        List<AttemptEnding> endings = List.of(
                Fresh.ending(jobs.get(0), Kind.SUCCEED, null, child, skipped),
                Fresh.ending(jobs.get(1), Kind.RETRY, "boom"),
                Fresh.ending(jobs.get(2), Kind.SNOOZE, null),
                Fresh.ending(jobs.get(3), Kind.FAIL, "boom"));
        List<EndingVerdict> first = session.end(flush, endings);
        session.claim(List.of(new Lane("default", "t", null)), 10, Duration.ofMinutes(1));

        assertThat(first.get(0).skippedChildren()).containsExactly(skipped.id());
        assertThat(session.end(flush, endings)).isEqualTo(first);
        assertThat(session.end(UUID.randomUUID(), endings)).noneMatch(EndingVerdict::isApplied);
        assertThat(DATABASE.count("reprise.job")).isEqualTo(3);
        assertThat(DATABASE.count("reprise.job_done")).isEqualTo(2);
        assertThat(DATABASE.count("reprise.job_attempt")).isEqualTo(1);
    }

    /** fazer-ai/agents#243: one refused row kept its batch mates from being written. */
    @Test
    void a_row_that_is_refused_holds_up_no_other_and_is_written_in_its_smallest_form() {
        List<Claimed> jobs = claimed(3);
        poison();

        List<EndingVerdict> verdicts = session.end(
                flush,
                List.of(
                        Fresh.ending(jobs.get(0), Kind.FAIL, "plain"),
                        Fresh.ending(jobs.get(1), Kind.FAIL, "x".repeat(300) + "poison"),
                        Fresh.ending(jobs.get(2), Kind.SUCCEED, null)));

        assertThat(states(verdicts)).containsExactly(JobState.FAILED, JobState.FAILED, JobState.SUCCEEDED);
        assertThat(DATABASE.ask(
                        String.class,
                        "select error from reprise.job_done where id = ?",
                        jobs.get(1).id()))
                .isEqualTo("x".repeat(200));
    }

    @Test
    void a_row_that_is_refused_in_every_form_is_reported_after_the_others_are_written() {
        List<Claimed> jobs = claimed(3);
        poison();
        List<AttemptEnding> endings = List.of(
                Fresh.ending(jobs.get(0), Kind.FAIL, "poison"),
                Fresh.ending(jobs.get(1), Kind.SUCCEED, null),
                Fresh.ending(jobs.get(2), Kind.SUCCEED, null));

        assertThatThrownBy(() -> session.end(flush, endings)).isInstanceOf(StoreException.class);
        assertThat(DATABASE.count("reprise.job_done")).isEqualTo(2);

        DATABASE.execute("drop trigger poison on reprise.job_done");
        assertThat(session.end(flush, endings)).allMatch(EndingVerdict::isApplied);
    }

    @Test
    void nul_and_halves_of_surrogate_pairs_are_made_safe() {
        Claimed job = claimed(1).get(0);
        session.end(flush, List.of(Fresh.ending(job, Kind.FAIL, "a\0b\uD800c\uDC00😀")));

        assertThat(DATABASE.ask(String.class, "select error from reprise.job_done"))
                .isEqualTo("a\uFFFDb\uFFFDc\uFFFD😀");
    }

    @Test
    void a_child_may_take_the_key_that_its_parent_gives_up() {
        store.enqueue(List.of(Fresh.keyed("k")));
        Claimed parent = session.claim(List.of(new Lane("default", "t", null)), 1, Duration.ofMinutes(1))
                .get(0);
        NewJob child = Fresh.keyed("k");

        List<EndingVerdict> verdicts = session.end(flush, List.of(Fresh.ending(parent, Kind.SUCCEED, null, child)));

        assertThat(verdicts).containsExactly(new EndingVerdict(parent.id(), JobState.SUCCEEDED, List.of()));
        assertThat(DATABASE.count("reprise.job_key where job = ?", child.id())).isEqualTo(1);
    }
}
