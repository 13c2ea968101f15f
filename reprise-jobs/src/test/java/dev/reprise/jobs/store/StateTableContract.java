package dev.reprise.jobs.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import dev.reprise.jobs.store.StateTable.Cell;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Walks every cell of {@link StateTable}, legal and illegal. */
interface StateTableContract extends StoreUnderTest {
    @TestFactory
    default Stream<DynamicTest> a_job_moves_as_the_table_of_states_says_and_not_otherwise() {
        return StateTable.cells()
                .map(cell -> DynamicTest.dynamicTest(
                        cell.from() + ": " + cell.event() + " -> " + cell.to(), () -> walk(cell)));
    }

    private void walk(Cell cell) {
        UUID worker = UUID.randomUUID();
        try (WorkerSession session = store().openSession(worker)) {
            new Walk(this, cell, worker, session).go();
        }
    }

    /** One cell: brings a job to the state, lets the event happen, and looks. */
    final class Walk {
        private static final Duration DEADLINE = Duration.ofHours(3);

        private final StoreUnderTest store;
        private final Cell cell;
        private final String type;
        private final UUID worker;
        private final WorkerSession session;

        Walk(StoreUnderTest store, Cell cell, UUID worker, WorkerSession session) {
            this.store = store;
            this.cell = cell;
            type = "walk." + Integer.toHexString(cell.hashCode());
            this.worker = worker;
            this.session = session;
        }

        void go() {
            if (cell.from().equals("none")) {
                UUID id = store.enqueue(sample().after(cell.has("due later") ? Duration.ofHours(1) : Duration.ZERO));
                assertThat(name(store.stateOf(id))).isEqualTo(cell.to());
                return;
            }
            UUID id = store.enqueue(sample().maxAttempts(cell.has("last attempt") ? 1 : 5));
            Claimed claimed = store.claim(session, 1, type).get(0);
            bringTo(cell.from(), claimed);
            prepare(id);
            Job before = store.look(id);
            List<AttemptRecord> history = store.store().history(id);
            assertThat(name(before.state())).as("the state to start from").isEqualTo(cell.from());
            EndingVerdict verdict = act(claimed);
            if (cell.isChange()) {
                assertThat(name(store.stateOf(id))).isEqualTo(cell.to());
            } else {
                assertThat(store.look(id)).usingRecursiveComparison().isEqualTo(before);
                assertThat(store.store().history(id)).usingRecursiveComparison().isEqualTo(history);
            }
            if (verdict != null) {
                JobState seen = cell.isChange() ? store.stateOf(id) : null;
                assertThat(verdict).isEqualTo(new EndingVerdict(id, seen, List.of()));
            }
        }

        private Sample sample() {
            return Sample.job().type(type).deadline(DEADLINE);
        }

        private void bringTo(String state, Claimed claimed) {
            switch (state) {
                case "scheduled" -> store.end(session, Finish.retry(claimed, Duration.ofHours(1)));
                case "ready" -> store.end(session, Finish.retry(claimed, Duration.ZERO));
                case "running" -> assertThat(store.stateOf(claimed.id())).isEqualTo(JobState.RUNNING);
                case "succeeded" -> store.end(session, Finish.success(claimed));
                case "failed" -> store.end(session, Finish.failure(claimed));
                case "cancelled" -> store.end(session, Finish.of(claimed, Kind.CANCEL));
                case "crashed" -> store.lapse(session, claimed.id(), Sample.Lapse.CRASH);
                default -> throw new IllegalArgumentException("state: " + state + " is none");
            }
        }

        private void prepare(UUID id) {
            if (cell.has("cancel asked") && cell.from().equals("running")) {
                store.store().cancel(id);
            }
            if (cell.has("deadline passed")) {
                store.advance(DEADLINE.plusHours(1));
            } else if (cell.has("due")) {
                store.advance(Duration.ofHours(2));
            } else if (cell.action().equals("lapse") && !cell.has("lease alive")) {
                store.advance(LEASE.plusSeconds(1));
            }
        }

        private @Nullable EndingVerdict act(Claimed claimed) {
            UUID id = claimed.id();
            switch (cell.action()) {
                case "promote" -> session.promote(1000);
                case "claim" -> store.claim(session, 10, type);
                case "deadline sweep" -> session.expire(1000);
                case "cancel" -> store.store().cancel(id);
                case "redrive" -> store.store().redrive(id, Redrive.DEFAULTS);
                case "beat" -> session.beat(List.of(new Held(id, claimed.epoch())), LEASE);
                case "lapse" -> {
                    return session.reclaim(List.of(reclaim(claimed))).get(0);
                }
                default -> {
                    return store.end(session, Finish.typical(claimed, Kind.valueOf(cell.action()), delay()));
                }
            }
            return null;
        }

        private Reclaim reclaim(Claimed claimed) {
            Duration delay = cell.has("no retry") ? null : delay();
            return new Reclaim(
                    claimed.id(), worker, claimed.epoch(), claimed.attempt(), delay, "lapsed", null, "as decided");
        }

        private Duration delay() {
            if (cell.has("past the deadline")) {
                return DEADLINE.plusHours(1);
            }
            return cell.has("later") ? Duration.ofHours(1) : Duration.ZERO;
        }

        private static String name(JobState state) {
            return state.name().toLowerCase(Locale.ROOT);
        }
    }
}
