package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.When;
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
        DATABASE.execute("drop trigger if exists poison on reprise.job");
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
        trigger("job_done", "if new.error like '%poison%' then raise exception 'refused'; end if;");
    }

    private static void trigger(String table, String action) {
        DATABASE.execute("create or replace function reprise.poison() returns trigger language plpgsql as $$ begin "
                + action + " return new; end $$");
        DATABASE.execute("create trigger poison before insert on reprise." + table
                + " for each row execute function reprise.poison()");
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

        assertThat(first.get(0).skippedChildren()).containsExactly(skipped.id());
        assertThat(session.end(flush, endings)).isEqualTo(first);

        session.claim(List.of(new Lane("default", "t", null)), 10, Duration.ofMinutes(1));
        List<EndingVerdict> late = session.end(flush, endings);
        assertThat(states(late))
                .as("a snooze has no row of its own that a later claim leaves alone")
                .containsExactly(JobState.SUCCEEDED, JobState.READY, null, JobState.FAILED);
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
    void a_row_that_is_refused_in_every_form_is_told_and_its_mates_have_their_verdicts() {
        List<Claimed> jobs = claimed(3);
        trigger("job_done", "if new.id = '" + jobs.get(1).id() + "' then raise exception 'not this one'; end if;");
        List<AttemptEnding> endings = List.of(
                Fresh.ending(jobs.get(0), Kind.FAIL, "broken"),
                Fresh.ending(jobs.get(1), Kind.SUCCEED, null, Fresh.job()),
                Fresh.ending(jobs.get(2), Kind.SUCCEED, null));

        List<EndingVerdict> verdicts = session.end(flush, endings);

        assertThat(states(verdicts)).containsExactly(JobState.FAILED, null, JobState.SUCCEEDED);
        assertThat(verdicts.get(1).refusal()).contains("not this one");
        assertThat(List.of(verdicts.get(0), verdicts.get(2)))
                .extracting(EndingVerdict::refusal)
                .containsOnlyNulls();
        assertThat(DATABASE.count("reprise.job where state = 2")).isOne();

        DATABASE.execute("drop trigger poison on reprise.job_done");
        assertThat(session.end(flush, endings)).allMatch(EndingVerdict::isApplied);
    }

    @Test
    void a_success_whose_child_is_refused_is_a_failure_that_says_so() {
        List<Claimed> jobs = claimed(2);
        NewJob child = Fresh.job(When.NOW, List.of("poison"), null, null);
        trigger("job", "if new.tags = array['poison'] then raise exception 'no such tag'; end if;");

        List<EndingVerdict> verdicts = session.end(
                flush,
                List.of(
                        Fresh.ending(jobs.get(0), Kind.SUCCEED, null, child),
                        Fresh.ending(jobs.get(1), Kind.SUCCEED, null, Fresh.job())));

        assertThat(states(verdicts)).containsExactly(JobState.FAILED, JobState.SUCCEEDED);
        Job.Outcome outcome = store.find(jobs.get(0).id()).map(Job::outcome).orElseThrow();
        assertThat(outcome.reason()).isEqualTo("VALUE_NOT_ENCODABLE");
        assertThat(outcome.error()).contains("no such tag");
        assertThat(outcome.result()).isNull();
        assertThat(store.find(child.id())).isEmpty();
    }

    /** The count is kept in a sequence, which no rollback turns back. */
    @Test
    void a_batch_that_is_rolled_back_twice_for_the_sake_of_others_is_written() {
        List<Claimed> jobs = claimed(2);
        DATABASE.execute("create sequence if not exists reprise.deadlocks");
        DATABASE.execute("alter sequence reprise.deadlocks restart");
        trigger(
                "job_done",
                "if nextval('reprise.deadlocks') <= 2 then"
                        + " raise exception using errcode = '40P01', message = 'deadlock detected'; end if;");

        List<EndingVerdict> verdicts = session.end(
                flush,
                jobs.stream().map(job -> Fresh.ending(job, Kind.SUCCEED, null)).toList());

        assertThat(verdicts).allMatch(EndingVerdict::isApplied);
        assertThat(DATABASE.ask(Long.class, "select last_value from reprise.deadlocks"))
                .isEqualTo(4);
    }

    @Test
    void a_row_that_times_out_is_told_where_others_were_written_and_else_the_write_has_failed() {
        List<Claimed> jobs = claimed(2);
        trigger(
                "job_done",
                "if new.id = '" + jobs.get(0).id()
                        + "' then raise exception using errcode = '55P03', message = 'lock timeout'; end if;");
        List<AttemptEnding> endings =
                jobs.stream().map(job -> Fresh.ending(job, Kind.SUCCEED, null)).toList();

        assertThatThrownBy(() -> session.end(flush, endings.subList(0, 1))).isInstanceOf(StoreException.class);

        List<EndingVerdict> verdicts = session.end(flush, endings);
        assertThat(states(verdicts)).containsExactly(null, JobState.SUCCEEDED);
        assertThat(verdicts.get(0).refusal()).startsWith("timed out").contains("lock timeout");
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
