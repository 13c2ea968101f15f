package dev.reprise.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.postgres.EmbeddedPostgres;
import dev.reprise.testkit.LossOfAnswer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a worker writes late changes nothing. Real processes, stopped and killed by signals, on a real PostgreSQL.
 *
 * <p>From rails/solid_queue#589, oban-bg/oban#532, #652, kagkarlsson/db-scheduler#402 and graphile/worker#387.
 */
@Timeout(240)
@SuppressWarnings("NullAway.Init") // JUnit sets the fields.
class FenceTest {
    private static final String ANOTHER_TYPE = "fence.another";
    private static final Duration LONG_LEASE = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    // As the tables have them.
    private static final int READY = 1;
    private static final int RUNNING = 2;
    private static final int SUCCEEDED = 3;
    private static final int RETRIED = 0;
    private static final int CRASHED = 3;

    private static EmbeddedPostgres postgres;

    @TempDir
    private Path folder;

    private FenceSite site;

    @BeforeAll
    static void startServer() {
        postgres = EmbeddedPostgres.start();
    }

    @AfterAll
    static void stopServer() {
        postgres.close();
    }

    @BeforeEach
    void open() {
        site = new FenceSite(postgres, folder);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private static String returned(Claim claim, String worker) {
        return "returned " + claim.job + " epoch " + claim.epoch + " by " + worker;
    }

    private static String succeeded(Claim claim, String worker) {
        return "succeeded " + claim.job + " epoch " + claim.epoch + " by " + worker;
    }

    private static String state(int state, Claim claim, int attempt) {
        return state + " epoch " + claim.epoch + " attempt " + attempt;
    }

    private Claim begun(UUID job, int after, String worker, int attempt) throws Exception {
        return new Claim(job, site.awaitBegun(job, after, worker, attempt));
    }

    /** One job for each of these ways to end an attempt, all begun by A. */
    private Map<String, Claim> begunByA(String... endings) throws Exception {
        Map<String, UUID> jobs = new LinkedHashMap<>();
        for (String ending : endings) {
            jobs.put(ending, site.enqueue());
        }
        Map<String, Claim> claims = new LinkedHashMap<>();
        for (Map.Entry<String, UUID> job : jobs.entrySet()) {
            claims.put(job.getKey(), begun(job.getValue(), 0, "A", 1));
        }
        return claims;
    }

    private void awaitLapse(Iterable<Claim> claims) throws Exception {
        for (Claim claim : claims) {
            site.awaitLapse(claim.job);
        }
    }

    /** The second attempts of all of these. */
    private List<Claim> begunAgain(Iterable<Claim> firsts, String worker) throws Exception {
        List<Claim> seconds = new ArrayList<>();
        for (Claim first : firsts) {
            seconds.add(begun(first.job, first.epoch, worker, 2));
        }
        return seconds;
    }

    /** Opens the gates of late handlers, each with its ending. */
    private void open(Map<String, Claim> claims) throws Exception {
        for (Map.Entry<String, Claim> late : claims.entrySet()) {
            site.open(late.getValue().job, late.getValue().epoch, late.getKey());
        }
    }

    private void awaitReturn(Iterable<Claim> claims, String worker) throws Exception {
        for (Claim claim : claims) {
            site.awaitEvent(returned(claim, worker));
        }
    }

    private List<String> rows(Iterable<Claim> claims) throws Exception {
        List<String> rows = new ArrayList<>();
        for (Claim claim : claims) {
            rows.add(site.row(claim.job));
        }
        return rows;
    }

    /** Lets second attempts succeed; the first ones are crashes in the history, and nothing else. */
    private void succeed(List<Claim> seconds, Map<String, Claim> firsts, String worker) throws Exception {
        for (Claim claim : seconds) {
            site.open(claim.job, claim.epoch, "succeed");
        }
        for (Claim claim : seconds) {
            site.awaitState(claim.job, state(SUCCEEDED, claim, 2));
            site.awaitEvent(succeeded(claim, worker));
            assertThat(site.events())
                    .filteredOn(event -> event.startsWith("succeeded " + claim.job))
                    .hasSize(1);
        }
        for (Claim claim : firsts.values()) {
            assertThat(site.history(claim.job)).containsExactly("epoch " + claim.epoch + " attempt 1 how " + CRASHED);
        }
    }

    @Nested
    class A_worker_that_was_frozen_past_its_lease {
        @Test
        void ends_nothing_that_another_worker_has_claimed() throws Exception {
            WorkerProcess first = site.worker("A");
            Map<String, Claim> claims =
                    begunByA("succeed", "fail", "exit", "snooze", "retry after", "retry after refunded", "cancelled");
            first.freeze();
            awaitLapse(claims.values());
            WorkerProcess second = site.worker("B");
            List<Claim> again = begunAgain(claims.values(), "B");
            List<String> before = rows(again);

            open(claims);
            first.thaw();
            awaitReturn(claims.values(), "A");
            site.stop(first); // It has written what it had to write.

            assertThat(rows(again)).isEqualTo(before);
            succeed(again, claims, "B");
            site.stop(second);
        }

        @Test
        void ends_nothing_that_it_has_claimed_again_itself() throws Exception {
            WorkerProcess first = site.worker("A");
            Map<String, Claim> claims = begunByA("succeed", "fail", "snooze");
            first.freeze();
            awaitLapse(claims.values());
            WorkerProcess sweeper = site.worker("B", FenceSite.LEASE, ANOTHER_TYPE);
            for (Claim claim : claims.values()) {
                site.awaitState(claim.job, state(READY, claim, 1));
            }
            site.stop(sweeper);
            first.thaw();
            List<Claim> again = begunAgain(claims.values(), "A");
            List<String> before = rows(again);

            open(claims);
            awaitReturn(claims.values(), "A");
            UUID later = site.enqueue();
            Claim last = begun(later, 0, "A", 1);
            site.open(later, last.epoch, "succeed");
            site.awaitState(later, state(SUCCEEDED, last, 1)); // Its ending left the worker after the late ones.

            assertThat(rows(again)).isEqualTo(before);
            succeed(again, claims, "A");
            site.stop(first);
        }

        @Test
        void renews_nothing_that_another_worker_has_claimed_and_asks_its_handler_to_stop() throws Exception {
            WorkerProcess first = site.worker("A");
            Map<String, Claim> claims = begunByA("succeed");
            Claim claim = claims.values().iterator().next();
            first.freeze();
            site.awaitLapse(claim.job);
            WorkerProcess second = site.worker("B", LONG_LEASE, FenceSite.GATED.name());
            List<Claim> again = begunAgain(claims.values(), "B");
            second.freeze();
            String lease = site.leaseUntil(claim.job);
            first.thaw();
            site.awaitEvent("asked to stop " + claim.job + " epoch " + claim.epoch + " by A");
            UUID other = site.enqueue();
            begun(other, 0, "A", 1);

            site.awaitRenewal(other);
            site.awaitRenewal(other);

            assertThat(site.leaseUntil(claim.job)).isEqualTo(lease);
            second.thaw();
            succeed(again, claims, "B");
        }
    }

    @Nested
    class A_database_that_crashes {
        @Test
        void between_claim_and_ending_loses_neither() throws Exception {
            WorkerProcess worker = site.worker("A", LONG_LEASE, FenceSite.GATED.name());
            Map<String, Claim> claims = begunByA("succeed");
            Claim claim = claims.values().iterator().next();

            postgres.stopImmediately();
            open(claims);
            awaitReturn(claims.values(), "A");
            postgres.restart();

            site.awaitState(claim.job, state(SUCCEEDED, claim, 1));
            site.awaitEvent(succeeded(claim, "A"));
            assertThat(site.history(claim.job)).isEmpty();
            site.stop(worker);
        }

        @Test
        void keeps_endings_back_until_another_worker_has_the_jobs_and_then_they_change_nothing() throws Exception {
            WorkerProcess first = site.worker("A");
            Map<String, Claim> claims = begunByA("succeed", "fail", "exit", "snooze");
            postgres.stopImmediately();
            open(claims);
            awaitReturn(claims.values(), "A");
            first.freeze(); // With endings that it could not write yet.
            postgres.restart();
            awaitLapse(claims.values());
            WorkerProcess second = site.worker("B");
            List<Claim> again = begunAgain(claims.values(), "B");
            List<String> before = rows(again);

            first.thaw();
            site.stop(first);

            assertThat(rows(again)).isEqualTo(before);
            succeed(again, claims, "B");
            site.stop(second);
        }

        @Test
        void hands_out_no_epoch_twice() throws Exception {
            WorkerProcess first = site.worker("A");
            Map<String, Claim> claims = begunByA("succeed");
            Claim claim = claims.values().iterator().next();

            first.kill();
            postgres.stopImmediately();
            postgres.restart();

            assertThat(site.look(claim.job)).isEqualTo(state(RUNNING, claim, 1));
            site.awaitLapse(claim.job);
            WorkerProcess second = site.worker("B");
            succeed(begunAgain(claims.values(), "B"), claims, "B");
            site.stop(second);
        }
    }

    @Nested
    class An_answer_that_is_lost {
        @Test
        void to_a_claim_is_a_claim_that_is_handed_back_refunded() throws Exception {
            UUID job = site.enqueue();
            LossOfAnswer loss = site.proxy().loseAnswerTo(Storm.Trouble.LOSE_CLAIM.text());
            WorkerProcess worker = site.worker("A", LONG_LEASE, FenceSite.GATED.name());
            assertThat(loss.await(PATIENCE)).isTrue();
            assertThat(site.look(job)).contains("epoch 1");

            Claim claim = begun(job, 1, "A", 1);
            site.open(job, claim.epoch, "succeed");
            site.awaitState(job, state(SUCCEEDED, claim, 1));

            assertThat(site.history(job)).isEmpty();
            site.stop(worker);
        }

        @Test
        void to_an_ending_is_asked_for_again_and_counts_once() throws Exception {
            WorkerProcess worker = site.worker("A", LONG_LEASE, FenceSite.GATED.name());
            Map<String, Claim> claims = begunByA("succeed");
            Claim claim = claims.values().iterator().next();

            LossOfAnswer loss = site.proxy().loseAnswerTo(Storm.Trouble.LOSE_ENDING.text());
            open(claims);
            assertThat(loss.await(PATIENCE)).isTrue();
            String ended = site.row(claim.job);

            assertThat(ended).contains("\"state\": " + SUCCEEDED);
            site.awaitEvent(succeeded(claim, "A")); // A hook: the worker has learnt of its success.
            site.stop(worker);
            assertThat(site.row(claim.job)).isEqualTo(ended);
            assertThat(site.history(claim.job)).isEmpty();
            assertThat(site.events()).containsOnlyOnce(succeeded(claim, "A"));
        }

        @Test
        void to_an_ending_that_pends_the_job_again_is_no_second_ending() throws Exception {
            WorkerProcess worker = site.worker("A", LONG_LEASE, FenceSite.GATED.name());
            Map<String, Claim> claims = begunByA("fail");
            Claim claim = claims.values().iterator().next();

            LossOfAnswer loss = site.proxy().loseAnswerTo(Storm.Trouble.LOSE_ENDING.text());
            open(claims);
            assertThat(loss.await(PATIENCE)).isTrue();

            Claim again = begun(claim.job, claim.epoch, "A", 2);
            site.open(again.job, again.epoch, "succeed");
            site.awaitState(again.job, state(SUCCEEDED, again, 2));
            assertThat(site.history(claim.job)).containsExactly("epoch " + claim.epoch + " attempt 1 how " + RETRIED);
            site.stop(worker);
        }
    }

    /** A claim whose handler has begun. */
    private record Claim(UUID job, int epoch) {}
}
