package dev.reprise.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.postgres.EmbeddedPostgres;
import dev.reprise.testkit.LossOfAnswer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
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

    private static String began(UUID job, int epoch, String worker, int attempt) {
        return "began " + job + " epoch " + epoch + " by " + worker + " attempt " + attempt;
    }

    private static String returned(UUID job, int epoch, String worker) {
        return "returned " + job + " epoch " + epoch + " by " + worker;
    }

    private static String succeeded(UUID job, int epoch, String worker) {
        return "succeeded " + job + " epoch " + epoch + " by " + worker;
    }

    /** One job for each way in which an attempt can end, all begun by A. */
    private Map<String, UUID> begunByA(String... endings) throws Exception {
        Map<String, UUID> jobs = new LinkedHashMap<>();
        for (String ending : endings) {
            jobs.put(ending, site.enqueue());
        }
        for (UUID job : jobs.values()) {
            site.awaitEvent(began(job, 1, "A", 1));
        }
        return jobs;
    }

    private Map<UUID, String> rows(Map<String, UUID> jobs) throws Exception {
        Map<UUID, String> rows = new LinkedHashMap<>();
        for (UUID job : jobs.values()) {
            rows.put(job, site.row(job));
        }
        return rows;
    }

    /** Lets the second claim of each succeed; the first is a crash in the history, and nothing else. */
    private void succeedInTheSecondEpoch(Map<String, UUID> jobs, String worker) throws Exception {
        for (UUID job : jobs.values()) {
            site.open(job, 2, "succeed");
        }
        for (UUID job : jobs.values()) {
            site.awaitState(job, "3 epoch 2 attempt 2");
            site.awaitEvent(succeeded(job, 2, worker));
            assertThat(site.history(job)).containsExactly("epoch 1 attempt 1 how 3");
            assertThat(site.events())
                    .filteredOn(event -> event.startsWith("succeeded " + job))
                    .hasSize(1);
        }
    }

    @Nested
    class A_worker_that_was_frozen_past_its_lease {
        @Test
        void ends_nothing_that_another_worker_has_claimed() throws Exception {
            WorkerProcess first = site.worker("A");
            Map<String, UUID> jobs = begunByA(
                    "succeed", "fail", "exit", "snooze", "retry after", "retry after refunded", "cancelled");
            first.freeze();
            for (UUID job : jobs.values()) {
                site.awaitLapse(job);
            }
            WorkerProcess second = site.worker("B");
            for (UUID job : jobs.values()) {
                site.awaitEvent(began(job, 2, "B", 2));
            }
            Map<UUID, String> before = rows(jobs);

            for (Map.Entry<String, UUID> late : jobs.entrySet()) {
                site.open(late.getValue(), 1, late.getKey());
            }
            first.thaw();
            for (UUID job : jobs.values()) {
                site.awaitEvent(returned(job, 1, "A"));
            }
            site.stop(first); // It has written what it had to write.

            assertThat(rows(jobs)).isEqualTo(before);
            succeedInTheSecondEpoch(jobs, "B");
            site.stop(second);
        }

        @Test
        void ends_nothing_that_it_has_claimed_again_itself() throws Exception {
            WorkerProcess first = site.worker("A");
            Map<String, UUID> jobs = begunByA("succeed", "fail", "snooze");
            first.freeze();
            for (UUID job : jobs.values()) {
                site.awaitLapse(job);
            }
            WorkerProcess sweeper = site.worker("B", FenceSite.LEASE, ANOTHER_TYPE);
            for (UUID job : jobs.values()) {
                site.awaitState(job, "1 epoch 1 attempt 1");
            }
            site.stop(sweeper);
            first.thaw();
            for (UUID job : jobs.values()) {
                site.awaitEvent(began(job, 2, "A", 2));
            }
            Map<UUID, String> before = rows(jobs);

            for (Map.Entry<String, UUID> late : jobs.entrySet()) {
                site.open(late.getValue(), 1, late.getKey());
                site.awaitEvent(returned(late.getValue(), 1, "A"));
            }
            UUID later = site.enqueue();
            site.open(later, 1, "succeed");
            site.awaitState(later, "3 epoch 1 attempt 1"); // Its ending left the worker after the late ones.

            assertThat(rows(jobs)).isEqualTo(before);
            succeedInTheSecondEpoch(jobs, "A");
            site.stop(first);
        }

        @Test
        void renews_nothing_that_another_worker_has_claimed_and_asks_its_handler_to_stop() throws Exception {
            WorkerProcess first = site.worker("A");
            UUID job = begunByA("succeed").get("succeed");
            first.freeze();
            site.awaitLapse(job);
            WorkerProcess second = site.worker("B", LONG_LEASE, FenceSite.GATED.name());
            site.awaitEvent(began(job, 2, "B", 2));
            second.freeze();
            String lease = site.leaseUntil(job);
            first.thaw();
            site.awaitEvent("asked to stop " + job + " epoch 1 by A");
            UUID other = site.enqueue();
            site.awaitEvent(began(other, 1, "A", 1));

            site.awaitRenewal(other);
            site.awaitRenewal(other);

            assertThat(site.leaseUntil(job)).isEqualTo(lease);
            second.thaw();
            site.open(job, 2, "succeed");
            site.awaitState(job, "3 epoch 2 attempt 2");
        }
    }

    @Nested
    class A_database_that_crashes {
        @Test
        void between_claim_and_ending_loses_neither() throws Exception {
            WorkerProcess worker = site.worker("A", LONG_LEASE, FenceSite.GATED.name());
            UUID job = site.enqueue();
            site.awaitEvent(began(job, 1, "A", 1));

            postgres.stopImmediately();
            site.open(job, 1, "succeed");
            site.awaitEvent(returned(job, 1, "A"));
            postgres.restart();

            site.awaitState(job, "3 epoch 1 attempt 1");
            site.awaitEvent(succeeded(job, 1, "A"));
            assertThat(site.history(job)).isEmpty();
            site.stop(worker);
        }

        @Test
        void keeps_an_ending_back_until_another_worker_has_the_job_and_then_it_changes_nothing() throws Exception {
            WorkerProcess first = site.worker("A");
            Map<String, UUID> jobs = begunByA("succeed", "fail", "exit", "snooze");
            postgres.stopImmediately();
            for (Map.Entry<String, UUID> ended : jobs.entrySet()) {
                site.open(ended.getValue(), 1, ended.getKey());
                site.awaitEvent(returned(ended.getValue(), 1, "A"));
            }
            first.freeze(); // With endings that it could not write yet.
            postgres.restart();
            for (UUID job : jobs.values()) {
                site.awaitLapse(job);
            }
            WorkerProcess second = site.worker("B");
            for (UUID job : jobs.values()) {
                site.awaitEvent(began(job, 2, "B", 2));
            }
            Map<UUID, String> before = rows(jobs);

            first.thaw();
            site.stop(first);

            assertThat(rows(jobs)).isEqualTo(before);
            succeedInTheSecondEpoch(jobs, "B");
            site.stop(second);
        }

        @Test
        void hands_out_no_epoch_twice() throws Exception {
            WorkerProcess worker = site.worker("A");
            UUID job = site.enqueue();
            site.awaitEvent(began(job, 1, "A", 1));

            worker.kill();
            postgres.stopImmediately();
            postgres.restart();

            assertThat(site.look(job)).isEqualTo("2 epoch 1 attempt 1");
            site.worker("B");
            site.awaitEvent(began(job, 2, "B", 2));
            site.open(job, 2, "succeed");
            site.awaitState(job, "3 epoch 2 attempt 2");
        }
    }

    @Nested
    class An_answer_that_is_lost {
        @Test
        void to_a_claim_is_handed_back_refunded() throws Exception {
            UUID job = site.enqueue();
            LossOfAnswer loss = site.proxy().loseAnswerTo(Storm.Trouble.LOSE_CLAIM.text());
            WorkerProcess worker = site.worker("A", LONG_LEASE, FenceSite.GATED.name());
            assertThat(loss.await(PATIENCE)).isTrue();
            assertThat(site.look(job)).contains("epoch 1");

            site.awaitEvent(began(job, 2, "A", 1));
            site.open(job, 2, "succeed");
            site.awaitState(job, "3 epoch 2 attempt 1");

            assertThat(site.history(job)).isEmpty();
            site.stop(worker);
        }

        @Test
        void to_an_ending_is_asked_for_again_and_counts_once() throws Exception {
            WorkerProcess worker = site.worker("A", LONG_LEASE, FenceSite.GATED.name());
            UUID job = site.enqueue();
            site.awaitEvent(began(job, 1, "A", 1));

            LossOfAnswer loss = site.proxy().loseAnswerTo(Storm.Trouble.LOSE_ENDING.text());
            site.open(job, 1, "succeed");
            assertThat(loss.await(PATIENCE)).isTrue();
            String ended = site.row(job);

            assertThat(ended).contains("\"state\": 3");
            // The hook tells that the worker learnt of the success.
            site.awaitEvent(succeeded(job, 1, "A"));
            site.stop(worker);
            assertThat(site.row(job)).isEqualTo(ended);
            assertThat(site.history(job)).isEmpty();
            assertThat(site.events()).containsOnlyOnce(succeeded(job, 1, "A"));
        }

        @Test
        void to_an_ending_that_pends_the_job_again_is_no_second_ending() throws Exception {
            WorkerProcess worker = site.worker("A", LONG_LEASE, FenceSite.GATED.name());
            UUID job = site.enqueue();
            site.awaitEvent(began(job, 1, "A", 1));

            LossOfAnswer loss = site.proxy().loseAnswerTo(Storm.Trouble.LOSE_ENDING.text());
            site.open(job, 1, "fail");
            assertThat(loss.await(PATIENCE)).isTrue();

            site.awaitEvent(began(job, 2, "A", 2));
            site.open(job, 2, "succeed");
            site.awaitState(job, "3 epoch 2 attempt 2");
            assertThat(site.history(job)).containsExactly("epoch 1 attempt 1 how 0");
            site.stop(worker);
        }
    }
}
