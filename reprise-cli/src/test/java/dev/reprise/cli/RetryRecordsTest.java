package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real commands under the real command: what goes in, and the report that comes out. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD) // a blocked read hears no interrupt
class RetryRecordsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Nested
    class Stdin {
        private static final String CAT = "cat; exit 1";

        @Test
        void goes_to_the_first_attempt_and_stderr_says_so_once() throws Exception {
            RepriseProcess.End end = RepriseProcess.shWith("data\n", folder, "", CAT);
            assertThat(end.out()).isEqualTo("data\n");
            assertThat(end.err())
                    .containsOnlyOnce("reprise: attempt 1 had stdin; later ones get an empty one"
                            + " (--stdin buffer gives it to each)\n");
        }

        @Test
        void that_is_empty_is_missed_by_nobody() throws Exception {
            assertThat(RepriseProcess.sh(folder, "", CAT).err()).doesNotContain("stdin");
        }

        @Test
        void is_given_to_each_attempt_from_a_buffer_that_is_gone_in_the_end() throws Exception {
            String data = "line\n".repeat(50_000);
            RepriseProcess.End end =
                    RepriseProcess.shWith(data, folder, "--stdin buffer", "readlink /proc/self/fd/0 >file; " + CAT);
            assertThat(end.out()).isEqualTo(data.repeat(3));
            assertThat(end.err()).doesNotContain("stdin");
            assertThat(Path.of(Files.readString(folder.resolve("file")).strip()))
                    .doesNotExist();
        }
    }

    @Nested
    class The_environment {
        @Test
        void reaches_the_command_byte_for_byte() throws Exception {
            assertThat(out(
                            "export ODD=\"$(printf '\\377\\303')\"; export LC_ALL=C",
                            "printf %s \"$ODD\" | od -An -tx1"))
                    .isEqualTo(" ff c3\n");
        }

        @Test
        void has_the_locale_that_the_launcher_changed() throws Exception {
            String script = "echo ${LC_ALL-none} ${REPRISE_LC_ALL-none}";
            assertThat(out("export LC_ALL=C.UTF-8 REPRISE_LC_ALL=", script)).isEqualTo("none none\n");
            assertThat(out("export LC_ALL=C.UTF-8 REPRISE_LC_ALL=C", script)).isEqualTo("C none\n");
            assertThat(out("export LC_ALL=C", script)).isEqualTo("C none\n");
        }

        @Test
        void lets_words_that_are_not_ascii_through() throws Exception {
            assertThat(out("export LC_ALL=C.UTF-8 REPRISE_LC_ALL=C", "printf %s ö😀 | od -An -tx1"))
                    .isEqualTo(" c3 b6 f0 9f 98 80\n");
        }

        /** The line is a file: what runs the test may know less than UTF-8. */
        private String out(String before, String script) throws IOException, InterruptedException {
            String line = RepriseProcess.line(RepriseProcess.java(RepriseProcess.retrySh("", script)));
            Files.writeString(folder.resolve("line"), before + "\nexec " + line + "\n");
            try (RepriseProcess reprise = RepriseProcess.start(
                    folder, ProcessBuilder.Redirect.from(new File("/dev/null")), List.of("sh", "line"))) {
                RepriseProcess.End end = reprise.end();
                assertThat(end.err()).isEmpty();
                return end.out();
            }
        }
    }

    @Nested
    class The_report {
        @Test
        void tells_each_attempt_but_no_argument() throws Exception {
            String script = ": secret; [ $REPRISE_ATTEMPT = 1 ] && exit 7; exit 9";
            RepriseProcess.sh(folder, "--report report.json --stop-on 9", script);
            assertThat(Files.readString(folder.resolve("report.json")))
                    .doesNotContain("secret")
                    .endsWith("}\n");
            assertThat(report())
                    .containsEntry("command", "sh")
                    .containsEntry("outcome", "failed")
                    .containsEntry("reason", "non_retryable")
                    .containsEntry("exit", 9L);
            assertThat(attempts()).hasSize(2);
            assertThat(attempts().get(0))
                    .containsEntry("attempt", 1L)
                    .containsEntry("exit", 7L)
                    .containsEntry("timedOut", false)
                    .containsEntry("decision", "retry")
                    .containsEntry("delayMs", 0L)
                    .containsKeys("started", "durationMs", "why");
            assertThat(attempts().get(1)).containsEntry("decision", "fail").containsEntry("reason", "non_retryable");
        }

        @Test
        void of_a_success_says_so() throws Exception {
            RepriseProcess.sh(folder, "--report report.json", "exit 0");
            assertThat(report())
                    .containsEntry("outcome", "success")
                    .containsEntry("exit", 0L)
                    .doesNotContainKey("reason");
            assertThat(attempts()).hasSize(1);
        }

        @Test
        void shows_that_a_seed_replays_the_waits_of_the_schedule() throws Exception {
            String schedule = "exponential base=20ms jitter=50%";
            List<Long> published = Cli.run("schedule", schedule, "--seed", "feeds", "-n", "2", "--csv")
                    .data()
                    .lines()
                    .skip(1)
                    .map(row -> Long.valueOf(row.split(",", -1)[1]))
                    .toList();
            for (int run = 0; run < 2; run++) {
                RepriseProcess.run(
                        folder, "retry", "--report", "report.json", "--seed", "feeds", "--schedule", schedule, "false");
                assertThat(attempts().stream()
                                .filter(attempt -> attempt.containsKey("delayMs"))
                                .map(attempt -> (Long) attempt.get("delayMs")))
                        .isEqualTo(published);
            }
        }

        @Test
        void that_cannot_be_written_in_the_end_costs_the_status_nothing() throws Exception {
            RepriseProcess.End end =
                    RepriseProcess.sh(folder, "--attempts 1 --report report.json", "mkdir report.json; exit 5");
            assertThat(end.code()).isEqualTo(5);
            assertThat(end.err()).contains("reprise: --report `report.json` cannot be written: ");
        }
    }

    private Map<String, Object> report() throws IOException {
        return Json.read(Files.readString(folder.resolve("report.json")));
    }

    @SuppressWarnings("unchecked")
    private List<Map<String, Object>> attempts() throws IOException {
        return (List<Map<String, Object>>) Objects.requireNonNull(report().get("attempts"));
    }
}
