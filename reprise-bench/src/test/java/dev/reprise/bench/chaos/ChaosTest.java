package dev.reprise.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The storm in a minute; {@code scripts/chaos-jobs} is the long one. */
@Timeout(300)
class ChaosTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path folder;

    @Test
    void a_minute_of_chaos_loses_nothing_and_doubles_nothing() throws Exception {
        ChaosOptions options = new ChaosOptions(1_200, 5, 1, 25, 3, 20_261);

        ChaosReport report = ChaosRun.run(options, folder, new PrintStream(OutputStream.nullOutputStream()));

        assertThat(report.violations())
                .as("%s%n%s", report.json(), report.stories())
                .isEmpty();
        assertThat(report.certain()).isGreaterThan(600);
        assertThat(report.ended()).isGreaterThanOrEqualTo(report.certain());
        assertThat(report.troubles()).containsEntry("KILL", 5).containsEntry("CRASH", 1);
        assertThat(report.lostAnswers()).isPositive();
        assertThat(report.acts().keySet()).contains("SUCCEED", "THROW", "SNOOZE", "CHILD");
    }
}
