package dev.reprise.bench.compare;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.reprise.backoff.Backoff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The tables of docs/migrate name schedules outside of code blocks. */
class MigrationTablesTest {
    private static final Pattern SCHEDULE = Pattern.compile("backoff\\(\"([^\"]+)\"\\)");

    @Test
    void every_schedule_that_a_table_names_can_be_read() throws IOException {
        for (String page : List.of("from-resilience4j.md", "from-failsafe.md", "from-spring-retry.md")) {
            String text = Files.readString(Path.of("../docs/migrate", page), UTF_8);
            List<MatchResult> schedules = SCHEDULE.matcher(text).results().toList();

            assertThat(schedules).as(page).isNotEmpty();
            assertThat(schedules)
                    .allSatisfy(found -> assertThatCode(() -> Backoff.parse(found.group(1)))
                            .as(found.group(1))
                            .doesNotThrowAnyException());
        }
    }
}
