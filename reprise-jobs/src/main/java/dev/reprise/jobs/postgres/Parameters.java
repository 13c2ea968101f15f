package dev.reprise.jobs.postgres;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Binds the parameters of a statement one after the other; lists become arrays. */
final class Parameters {
    private final PreparedStatement statement;
    private int last;

    Parameters(PreparedStatement statement) {
        this.statement = statement;
    }

    Parameters uuid(UUID value) throws SQLException {
        statement.setObject(++last, value);
        return this;
    }

    Parameters number(int value) throws SQLException {
        statement.setInt(++last, value);
        return this;
    }

    Parameters number(long value) throws SQLException {
        statement.setLong(++last, value);
        return this;
    }

    <E> Parameters uuids(List<E> rows, Function<E, UUID> of) throws SQLException {
        return array("uuid", rows, of, new UUID[rows.size()]);
    }

    <E> Parameters texts(List<E> rows, Function<E, @Nullable String> of) throws SQLException {
        return array("text", rows, of, new @Nullable String[rows.size()]);
    }

    <E> Parameters instants(List<E> rows, Function<E, @Nullable String> of) throws SQLException {
        return array("timestamptz", rows, of, new @Nullable String[rows.size()]);
    }

    <E> Parameters ints(List<E> rows, Function<E, Integer> of) throws SQLException {
        return array("int4", rows, of, new Integer[rows.size()]);
    }

    <E> Parameters longs(List<E> rows, Function<E, @Nullable Long> of) throws SQLException {
        return array("int8", rows, of, new @Nullable Long[rows.size()]);
    }

    <E> Parameters booleans(List<E> rows, Function<E, Boolean> of) throws SQLException {
        return array("bool", rows, of, new Boolean[rows.size()]);
    }

    <E> Parameters bytes(List<E> rows, Function<E, byte @Nullable []> of) throws SQLException {
        return array("bytea", rows, of, new byte @Nullable [rows.size()][]);
    }

    Parameters nothing(int count) throws SQLException {
        for (int i = 0; i < count; i++) {
            statement.setNull(++last, Types.ARRAY);
        }
        return this;
    }

    private <E, T extends @Nullable Object> Parameters array(String type, List<E> rows, Function<E, T> of, T[] values)
            throws SQLException {
        for (int i = 0; i < values.length; i++) {
            values[i] = of.apply(rows.get(i));
        }
        statement.setArray(++last, statement.getConnection().createArrayOf(type, values));
        return this;
    }
}
