package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.StoreException;
import java.sql.SQLException;

/** Tells failures of the database apart, by SQLSTATE. */
final class SqlStates {
    private SqlStates() {}

    /** Whether the transaction was rolled back for the sake of others, and may be tried again. */
    static boolean isRetryable(SQLException e) {
        String state = state(e);
        return state.equals("40001") || state.equals("40P01");
    }

    /** Whether the connection, or the server behind it, is gone or going, or takes no writes: it was demoted to a standby. */
    static boolean isConnection(SQLException e) {
        String state = state(e);
        return state.startsWith("08") || state.startsWith("57P") || state.startsWith("53") || state.equals("25006");
    }

    /** Whether a statement was cancelled, for example by its time-out. */
    static boolean isCancelled(SQLException e) {
        return state(e).equals("57014");
    }

    /** Whether a statement, or its wait for a lock, was cut short by a time-out. */
    static boolean isTimeout(SQLException e) {
        return isCancelled(e) || state(e).equals("55P03");
    }

    /** Whether the values of a row are at fault, or a rule that somebody made for them. */
    static boolean isOfValues(SQLException e) {
        String state = state(e);
        return state.startsWith("22") || state.startsWith("23") || state.startsWith("54") || state.startsWith("P0");
    }

    static StoreException toStoreException(String what, String schema, SQLException e) {
        return switch (state(e)) {
            case "42P01", "42883", "42703", "3F000" ->
                new StoreException(
                        what + ": schema \"" + schema
                                + "\" is missing or outdated; call Migrations.on(dataSource).schema(\"" + schema
                                + "\").run() first",
                        e);
            default -> new StoreException(what + ": " + e.getMessage(), e);
        };
    }

    private static String state(SQLException e) {
        String state = e.getSQLState();
        return state == null ? "" : state;
    }
}
