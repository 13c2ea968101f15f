package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.postgresql.PGStatement;

class StatementsTest {
    private static final LiveDatabase DATABASE = LiveDatabase.create();

    /** After riverqueue/river#1026 and #1251. */
    @Test
    void every_statement_has_a_time_out_and_no_name_on_the_server() throws SQLException {
        try (Connection connection = DATABASE.dataSource().getConnection();
                PreparedStatement statement = Statements.prepare(connection, "select 1")) {
            assertThat(statement.getQueryTimeout()).isEqualTo(30);
            assertThat(statement.unwrap(PGStatement.class).getPrepareThreshold())
                    .isZero();
        }
    }
}
