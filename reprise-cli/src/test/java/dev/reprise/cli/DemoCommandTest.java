package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class DemoCommandTest {
    @Test
    @Timeout(30)
    void shows_a_run_with_its_progress_its_summary_three_decisions_and_the_journal() throws IOException {
        long begun = System.nanoTime();
        Cli demo = Cli.run("demo");
        assertThat(demo.code()).as(demo.err()).isEqualTo(ExitCode.OK);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
        assertThat(demo.err())
                .containsPattern("[0-9]+ of 87 done: ")
                .contains("75 success, 3 failed for good, 9 deferred")
                .contains("103 lines = 8 blank + 8 comments + 0 duplicates + 0 done before + 75 success + 3 failed"
                        + " + 9 deferred + 0 skipped + 0 waiting + 0 not reached")
                .contains("103 lines = 8 blank + 8 comments + 0 duplicates + 78 done before + 0 success");
        assertThat(demo.out())
                .contains("attempt 1  429: retry after ")
                .contains("attempt 2  200: success")
                .contains("attempt 1  429: defer, hint 1h ")
                .contains("attempt 1  404: fail ");
        String journal = demo.out().replaceFirst("(?s).*The journal: ([^\n]+)\n.*", "$1");
        assertThat(Path.of(journal)).isNotEmptyFile();
        deleteFolderOf(Path.of(journal));
    }

    private static void deleteFolderOf(Path journal) throws IOException {
        Path folder = Objects.requireNonNull(journal.getParent());
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
