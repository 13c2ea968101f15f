package dev.reprise.bench.chaos;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

/** Compares what the handlers and the enqueuing side wrote down with what the queue says, rule by rule. */
final class Verification {
    private static final String PREPARE = "prepare";
    private static final String STORY = "story";
    private static final int MOST_STORIES = 5;

    private final DataSource direct;

    Verification(DataSource direct) {
        this.direct = direct;
    }

    /** Returns every broken rule; the first jobs of each with their whole story. */
    List<Violation> run() throws SQLException {
        List<Violation> violations = new ArrayList<>();
        try (Connection connection = direct.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(ChaosSql.RULES.get(PREPARE));
            for (Map.Entry<String, String> rule : ChaosSql.RULES.all().entrySet()) {
                if (!rule.getKey().equals(PREPARE) && !rule.getKey().equals(STORY)) {
                    violations.addAll(broken(connection, rule.getKey(), rule.getValue()));
                }
            }
        }
        return violations;
    }

    private static List<Violation> broken(Connection connection, String rule, String sql) throws SQLException {
        List<Violation> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                String job = row.getString(1);
                found.add(new Violation(
                        rule, job, row.getString(2), found.size() < MOST_STORIES ? story(connection, job) : List.of()));
            }
        }
        return found;
    }

    private static List<String> story(Connection connection, String job) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(ChaosSql.RULES.get(STORY))) {
            statement.setString(1, job);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    lines.add(row.getString(1));
                }
            }
        }
        return lines;
    }

    /**
     * A rule that one job breaks.
     *
     * @param rule what should hold
     * @param job its id, or ? if it has none
     * @param detail how it is broken
     * @param story all that is known of the job, in order; empty for later ones of the same rule
     */
    record Violation(String rule, String job, String detail, List<String> story) {
        /** {@inheritDoc} */
        Violation {
            story = List.copyOf(story);
        }

        @Override
        public String toString() {
            return "BROKEN: " + rule + "\n  job " + job + ": " + detail
                    + (story.isEmpty() ? "" : "\n    " + String.join("\n    ", story));
        }
    }
}
