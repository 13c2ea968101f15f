package dev.reprise.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.bench.chaos.Verification.Violation;
import dev.reprise.jobs.postgres.Migrations;
import dev.reprise.postgres.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The rules find nothing in a world in order, and each finds what breaks it. */
@SuppressWarnings("NullAway.Init") // JUnit calls what sets the fields.
class VerificationTest {
    private static final ChaosSql PLANTED = ChaosSql.read("planted.sql");

    private static EmbeddedPostgres postgres;
    private static DataSource database;

    @BeforeAll
    static void start() throws SQLException {
        postgres = EmbeddedPostgres.start();
        database = postgres.dataSource();
        Migrations.on(database).run();
        execute(ChaosSql.TABLES.get("create"));
        execute(PLANTED.get("helpers"));
    }

    @AfterAll
    static void stop() {
        postgres.close();
    }

    @BeforeEach
    void putInOrder() throws SQLException {
        execute(
                "truncate chaos.effect, chaos.orders, chaos.ledger, chaos.cancel, chaos.redrive, reprise.job, reprise.job_done,"
                        + " reprise.job_attempt, reprise.job_key");
        execute(PLANTED.get("in order"));
    }

    @Test
    void a_world_in_order_breaks_no_rule() throws SQLException {
        assertThat(new Verification(database).run()).isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> each_rule_finds_what_breaks_it_and_tells_the_story() {
        Set<String> rules = new TreeSet<>(ChaosSql.RULES.all().keySet());
        rules.removeAll(Set.of("prepare", "story"));
        return rules.stream()
                .map(rule -> DynamicTest.dynamicTest(rule, () -> {
                    putInOrder();
                    execute(PLANTED.get(rule));

                    assertThat(new Verification(database).run())
                            .extracting(Violation::rule)
                            .contains(rule);
                }));
    }

    @Test
    void a_violation_tells_the_whole_story_of_its_job() throws SQLException {
        execute(PLANTED.get("failures are counted"));

        assertThat(new Verification(database).run()).singleElement().satisfies(violation -> {
            assertThat(violation.rule()).isEqualTo("failures are counted");
            assertThat(violation.story())
                    .extracting(line -> line.substring(0, 8).strip())
                    .containsExactly("enqueue", "run", "history", "run", "end");
        });
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
