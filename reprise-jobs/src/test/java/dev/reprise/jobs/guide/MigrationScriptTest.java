package dev.reprise.jobs.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.client.JobClient;
import dev.reprise.jobs.postgres.Migrations;
import dev.reprise.jobs.worker.Worker;
import dev.reprise.postgres.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** Who migrates by other tools can cut the printed script as the guide says. */
class MigrationScriptTest {
    private static final JobType<String> NOTE = JobType.of("note", String.class);

    @Test
    void the_parts_that_are_pending_can_be_cut_out_and_applied_one_by_one() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            DataSource dataSource = postgres.dataSource();
            Migrations migrations = Migrations.on(dataSource);
            String script = migrations.print();
            List<String> pending = migrations.pending();
            execute(dataSource, script.substring(0, script.indexOf("\n-- " + pending.get(0) + ".sql\n")));

            for (int i = 0; i < pending.size(); i++) {
                assertThat(migrations.pending()).isEqualTo(pending.subList(i, pending.size()));
                String part = part(script, pending.get(i));
                assertThat(part.lines().reduce((first, last) -> last).orElseThrow())
                        .startsWith("insert into \"reprise\".migration")
                        .contains("'" + pending.get(i) + "'");
                execute(dataSource, part);
            }

            assertThat(migrations.run()).isEmpty();
            JobClient.on(dataSource).enqueue(NOTE, "a");
            assertThat(Worker.on(dataSource)
                            .handle(NOTE, (note, job) -> Ending.done())
                            .runDue())
                    .isEqualTo(1);
        }
    }

    private static String part(String script, String name) {
        int start = script.indexOf("\n-- " + name + ".sql\n");
        int end = script.indexOf("\ninsert into \"reprise\".migration", start);
        return script.substring(start, script.indexOf(";\n", end) + 2);
    }

    private static void execute(DataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
