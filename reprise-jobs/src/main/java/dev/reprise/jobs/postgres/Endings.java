package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.policy.FailReason;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Writes endings for one worker: a batch in one statement, row by row if the database refuses the batch. */
final class Endings {
    private static final int TIMEOUTS = 2;

    private final Runner runner;
    private final String schema;
    private final UUID worker;
    private final String end;
    private final String endWithChildren;

    Endings(Database database, Runner runner, UUID worker) {
        this.runner = runner;
        this.schema = database.schema();
        this.worker = worker;
        Sql sql = database.sql("ending");
        this.end = sql.get("end");
        this.endWithChildren = sql.get("end with children");
    }

    List<EndingVerdict> end(UUID flush, List<AttemptEnding> endings) {
        if (endings.isEmpty()) {
            return List.of();
        }
        try {
            return write(flush, endings);
        } catch (SQLException e) {
            if (SqlStates.isConnection(e)) {
                throw SqlStates.toStoreException("end", schema, e);
            }
            return writeOneByOne(flush, endings);
        }
    }

    /** One row that is refused holds up no other: its verdict says so. */
    private List<EndingVerdict> writeOneByOne(UUID flush, List<AttemptEnding> endings) {
        List<EndingVerdict> verdicts = new ArrayList<>();
        SQLException timeout = null;
        int timeouts = 0;
        while (verdicts.size() < endings.size()) {
            // Each time-out costs so much that the leases of the others would go by: after two, the rest goes in one.
            List<AttemptEnding> rest = endings.subList(verdicts.size(), endings.size());
            List<AttemptEnding> next = timeouts < TIMEOUTS ? rest.subList(0, 1) : rest;
            try {
                verdicts.addAll(next.size() == 1 ? List.of(writeAlone(flush, next.get(0))) : write(flush, next));
            } catch (SQLException e) {
                if (SqlStates.isConnection(e)) {
                    throw SqlStates.toStoreException("end job " + next.get(0).id(), schema, e);
                }
                if (SqlStates.isTimeout(e)) {
                    timeout = e;
                    timeouts++;
                }
                next.forEach(ending -> verdicts.add(EndingVerdict.refused(ending.id(), refusal(e))));
            }
        }
        if (timeout != null && verdicts.stream().allMatch(verdict -> verdict.refusal() != null)) {
            throw SqlStates.toStoreException("end", schema, timeout);
        }
        return verdicts;
    }

    private static String refusal(SQLException e) {
        return (SqlStates.isTimeout(e) ? "timed out: " : "refused by the database: ") + e.getMessage();
    }

    /** Writes it as it is, else with its smallest texts, else as a failure that says why its value cannot be kept. */
    private EndingVerdict writeAlone(UUID flush, AttemptEnding ending) throws SQLException {
        try {
            return write(flush, List.of(ending)).get(0);
        } catch (SQLException e) {
            rethrowUnlessOfValues(e);
        }
        try {
            return write(flush, List.of(smallest(ending))).get(0);
        } catch (SQLException e) {
            rethrowUnlessOfValues(e);
            if (!hasMoreThanTexts(ending)) {
                throw e;
            }
            return write(flush, List.of(notEncodable(ending, e))).get(0);
        }
    }

    private static boolean hasMoreThanTexts(AttemptEnding ending) {
        return ending.kind() == AttemptEnding.Kind.SUCCEED
                && (ending.result() != null || !ending.children().isEmpty());
    }

    private static void rethrowUnlessOfValues(SQLException e) throws SQLException {
        if (!SqlStates.isOfValues(e)) {
            throw e;
        }
    }

    private List<EndingVerdict> write(UUID flush, List<AttemptEnding> endings) throws SQLException {
        List<Child> children = children(endings);
        return runner.attempt(connection -> {
            try (PreparedStatement statement =
                    Statements.prepare(connection, children.isEmpty() ? end : endWithChildren)) {
                Parameters parameters = new Parameters(statement)
                        .uuid(flush)
                        .uuid(worker)
                        .uuids(endings, AttemptEnding::id)
                        .ints(endings, AttemptEnding::epoch)
                        .ints(endings, AttemptEnding::attempt)
                        .ints(endings, ending -> Codes.of(ending.kind()))
                        .longs(endings, ending -> Times.micros(ending.delay()))
                        .bytes(endings, AttemptEnding::result)
                        .texts(endings, ending -> Texts.safe(ending.error()))
                        .texts(endings, ending -> Texts.safe(ending.reason()))
                        .texts(endings, ending -> Texts.safe(ending.explanation()))
                        .texts(endings, ending -> Texts.safe(ending.pastDeadline()));
                if (!children.isEmpty()) {
                    parameters.ints(children, Child::parent);
                    NewJobs.bind(parameters, children.stream().map(Child::job).toList());
                }
                return read(statement, endings);
            }
        });
    }

    private static List<EndingVerdict> read(PreparedStatement statement, List<AttemptEnding> endings)
            throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            List<EndingVerdict> verdicts = new ArrayList<>(endings.size());
            while (row.next()) {
                int state = row.getInt(1);
                verdicts.add(new EndingVerdict(
                        endings.get(verdicts.size()).id(),
                        row.wasNull() ? null : Codes.state(state),
                        ids(row.getArray(2))));
            }
            return verdicts;
        }
    }

    private static List<UUID> ids(@Nullable Array ids) throws SQLException {
        return ids == null ? List.of() : List.of((UUID[]) ids.getArray());
    }

    private static List<Child> children(List<AttemptEnding> endings) {
        return IntStream.range(0, endings.size())
                .boxed()
                .flatMap(i -> endings.get(i).children().stream().map(job -> new Child(i + 1, job)))
                .toList();
    }

    private static AttemptEnding smallest(AttemptEnding ending) {
        return new AttemptEnding(
                ending.id(),
                ending.epoch(),
                ending.attempt(),
                ending.kind(),
                ending.delay(),
                ending.result(),
                Texts.smallest(ending.error()),
                Texts.smallest(ending.reason()),
                Texts.smallest(ending.explanation()),
                Texts.smallest(ending.pastDeadline()),
                ending.children());
    }

    private static AttemptEnding notEncodable(AttemptEnding ending, SQLException refusal) {
        return new AttemptEnding(
                ending.id(),
                ending.epoch(),
                ending.attempt(),
                AttemptEnding.Kind.FAIL,
                Duration.ZERO,
                null,
                Texts.smallest(refusal.getMessage()),
                FailReason.VALUE_NOT_ENCODABLE.name(),
                "The attempt succeeded, and the database refused its value or its children.",
                null,
                List.of());
    }

    /** A child, and the place of its parent in the batch, from 1. */
    private record Child(int parent, NewJob job) {}
}
