package dev.reprise.jobs.postgres;

import java.sql.SQLException;

/** Lends connections in auto-commit, with the network time-out set, and takes them back whole or not at all. */
@FunctionalInterface
interface Lender {
    <T> T lend(Work<T> work) throws SQLException;
}
