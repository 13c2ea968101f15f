package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real commands under the real command. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class RetryCommandTest {
    private static final String SOON = "constant 1ms";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Nested
    class A_flaky_command {
        @Test
        void is_run_until_it_succeeds_and_its_output_streams_through() throws Exception {
            RepriseProcess.End end = retry(
                    "--schedule",
                    SOON,
                    "--",
                    "sh",
                    "-c",
                    "echo out $REPRISE_ATTEMPT; "
                            + "echo err $REPRISE_FAILURES >&2; [ $REPRISE_ATTEMPT = 3 ] || exit 75");
            assertThat(end.code()).isZero();
            assertThat(end.out()).isEqualTo("out 1\nout 2\nout 3\n");
            assertThat(measured(end.err())).isEqualTo("""
                    err 0
                    reprise: attempt 1 of 3 ended with 75 after N; next try in N
                    err 1
                    reprise: attempt 2 of 3 ended with 75 after N; next try in N
                    err 2
                    reprise: succeeded after 3 attempts in N
                    """);
        }

        @Test
        void ends_with_its_last_status_when_no_attempt_is_left() throws Exception {
            RepriseProcess.End end =
                    retry("--attempts", "2", "--schedule", SOON, "--", "sh", "-c", "exit $((70 + REPRISE_ATTEMPT))");
            assertThat(end.code()).isEqualTo(72);
            assertThat(measured(end.err())).isEqualTo("""
                    reprise: attempt 1 of 2 ended with 71 after N; next try in N
                    reprise: attempt 2 of 2 ended with 72 after N
                    reprise: gave up after 2 attempts in N: no attempt is left
                    """);
        }

        @Test
        void ends_with_128_and_the_signal_that_killed_it() throws Exception {
            RepriseProcess.End end = retry("--attempts", "1", "--", "sh", "-c", "kill -KILL $$");
            assertThat(end.code()).isEqualTo(137);
            assertThat(end.err()).contains("ended with 137 (KILL)");
        }

        @Test
        void is_not_spoken_of_when_quiet() throws Exception {
            RepriseProcess.End end = retry("-q", "--schedule", SOON, "--", "sh", "-c", "exit 3");
            assertThat(end.code()).isEqualTo(3);
            assertThat(end.err()).isEmpty();
        }
    }

    @Nested
    class What_is_retried {
        @Test
        void a_success_is_not_spoken_of() throws Exception {
            RepriseProcess.End end = retry("--", "echo", "@here", "--attempts", "--", "-n", "");
            assertThat(end).isEqualTo(new RepriseProcess.End(0, "@here --attempts -- -n \n", ""));
        }

        @Test
        void the_command_may_begin_without_dashes_and_its_options_are_its_own() throws Exception {
            RepriseProcess.End end = retry("--attempts", "1", "sh", "-c", "echo \"$@\"", "sh", "--attempts", "--", "x");
            assertThat(end.out()).isEqualTo("--attempts -- x\n");
        }

        @Test
        void a_status_to_stop_on_is_final() throws Exception {
            RepriseProcess.End end = retry("--stop-on", "2,3", "--", "sh", "-c", "exit 2");
            assertThat(end.code()).isEqualTo(2);
            assertThat(measured(end.err()))
                    .isEqualTo("reprise: attempt 1 of 3 ended with 2 after N; not tried again: --stop-on names 2\n");
        }

        @Test
        void a_command_that_is_not_found_or_cannot_be_executed_is_not_retried() throws Exception {
            assertThat(retry("--", "no-such-command"))
                    .isEqualTo(new RepriseProcess.End(127, "", "reprise: no-such-command: not found\n"));
            assertThat(retry("--", "/dev/null"))
                    .isEqualTo(new RepriseProcess.End(126, "", "reprise: /dev/null: cannot be executed\n"));
        }

        @Test
        void it_is_if_its_status_is_named() throws Exception {
            RepriseProcess.End end = retry("--retry-on", "127", "--schedule", SOON, "--", "no-such-command");
            assertThat(end.code()).isEqualTo(127);
            assertThat(end.err()).contains("attempt 2 of 3 could not start; next try in");
        }

        @Test
        void a_wait_that_does_not_fit_into_the_budget_is_refused() throws Exception {
            RepriseProcess.End end = retry("--budget", "1s", "--schedule", "steps 1ms,1h", "--", "sh", "-c", "exit 5");
            assertThat(end.code()).isEqualTo(5);
            assertThat(end.err())
                    .contains("reprise: warning: attempt 3 of 3 can never start")
                    .contains("and --budget is 1s")
                    .contains("gave up after 2 attempts in")
                    .endsWith(": a wait of 1h does not fit into --budget 1s\n");
        }
    }

    @Nested
    class The_output {
        @Test
        void is_waited_for() throws Exception {
            RepriseProcess.End end = retry(
                    "--schedule",
                    SOON,
                    "--until-output",
                    "^ready$",
                    "--retry-on",
                    "9",
                    "--",
                    "sh",
                    "-c",
                    "[ $REPRISE_ATTEMPT = 1 ] && echo not ready || printf ready");
            assertThat(end.code()).isZero();
            assertThat(end.out()).isEqualTo("not ready\nready");
            assertThat(measured(end.err())).isEqualTo("""
                    reprise: attempt 1 of 3 ended with 0 after N, but its output does not match; next try in N
                    reprise: succeeded after 2 attempts in N
                    """);
        }

        @Test
        void that_never_comes_ends_with_1() throws Exception {
            RepriseProcess.End end = retry("--schedule", SOON, "--until-output", "ready", "--", "echo", "no");
            assertThat(end.code()).isEqualTo(1);
            assertThat(end.out()).isEqualTo("no\nno\nno\n");
        }

        @Test
        void that_matches_does_not_make_up_for_a_status() throws Exception {
            RepriseProcess.End end =
                    retry("--attempts", "1", "--until-output", "ready", "--", "sh", "-c", "echo ready; exit 6");
            assertThat(end.code()).isEqualTo(6);
        }

        @Test
        void says_how_long_to_wait_at_least() throws Exception {
            RepriseProcess.End end = retry(
                    "--attempts",
                    "2",
                    "--schedule",
                    SOON,
                    "--report",
                    "report.json",
                    "--hint-from",
                    "stderr:(?i)retry-after: (.*)",
                    "--",
                    "sh",
                    "-c",
                    "printf 'retry-after: 0.02\\r\\n' >&2; exit 22");
            assertThat(end.code()).isEqualTo(22);
            assertThat(end.err()).contains("retry-after: 0.02").contains("next try in 20ms (hint 20ms)");
            assertThat(attempts()).first().hasFieldOrPropertyWithValue("delayMs", 20L);
        }

        @Test
        void of_stdout_may_say_so_too_and_a_text_that_is_no_time_is_no_hint() throws Exception {
            RepriseProcess.End end = retry(
                    "--attempts",
                    "2",
                    "--schedule",
                    SOON,
                    "--hint-from",
                    "stdout:wait (.*)",
                    "--",
                    "sh",
                    "-c",
                    "echo wait a bit; exit 22");
            assertThat(end.err()).contains("next try in 1ms\n");
        }
    }

    @Nested
    class Stdin {
        private static final String CAT = "cat; exit 1";

        @Test
        void goes_to_the_first_attempt_and_stderr_says_so_once() throws Exception {
            RepriseProcess.End end =
                    RepriseProcess.runWith("data\n", folder, "retry", "--schedule", SOON, "--", "sh", "-c", CAT);
            assertThat(end.out()).isEqualTo("data\n");
            assertThat(end.err())
                    .containsOnlyOnce("reprise: attempt 1 had stdin; later ones get an empty one"
                            + " (--stdin buffer gives it to each)\n");
        }

        @Test
        void that_is_empty_is_missed_by_nobody() throws Exception {
            assertThat(retry("--schedule", SOON, "--", "sh", "-c", CAT).err()).doesNotContain("stdin");
        }

        @Test
        void is_given_to_each_attempt_from_a_buffer_that_is_gone_in_the_end() throws Exception {
            String data = "line\n".repeat(50_000);
            RepriseProcess.End end = RepriseProcess.runWith(
                    data,
                    folder,
                    "retry",
                    "--stdin",
                    "buffer",
                    "--schedule",
                    SOON,
                    "--",
                    "sh",
                    "-c",
                    "readlink /proc/self/fd/0 >file; " + CAT);
            assertThat(end.out()).isEqualTo(data.repeat(3));
            assertThat(end.err()).doesNotContain("stdin");
            assertThat(Path.of(Files.readString(folder.resolve("file")).strip()))
                    .doesNotExist();
        }
    }

    @Nested
    class The_report {
        @Test
        void tells_each_attempt_but_no_argument() throws Exception {
            retry(
                    "--report",
                    "report.json",
                    "--schedule",
                    SOON,
                    "--stop-on",
                    "9",
                    "--",
                    "sh",
                    "-c",
                    "[ $REPRISE_ATTEMPT = 1 ] && exit 7; exit 9",
                    "secret");
            String json = Files.readString(folder.resolve("report.json"));
            assertThat(json).doesNotContain("secret").endsWith("}\n");
            Map<String, Object> report = Json.read(json);
            assertThat(report)
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
                    .containsEntry("delayMs", 1L)
                    .containsKeys("started", "durationMs", "why");
            assertThat(attempts().get(1)).containsEntry("decision", "fail").containsEntry("reason", "non_retryable");
        }

        @Test
        void shows_that_a_seed_replays_the_waits_of_the_schedule() throws Exception {
            String schedule = "exponential base=20ms jitter=50%";
            for (int run = 0; run < 2; run++) {
                retry("--report", "report.json", "--seed", "feeds", "--schedule", schedule, "--", "false");
                List<Long> waits = attempts().stream()
                        .filter(attempt -> attempt.containsKey("delayMs"))
                        .map(attempt -> (Long) attempt.get("delayMs"))
                        .toList();
                List<Long> published = Cli.run("schedule", schedule, "--seed", "feeds", "-n", "2", "--csv")
                        .data()
                        .lines()
                        .skip(1)
                        .map(row -> Long.valueOf(row.split(",", -1)[1]))
                        .toList();
                assertThat(waits).isEqualTo(published);
            }
        }
    }

    private RepriseProcess.End retry(String... arguments) throws IOException, InterruptedException {
        String[] words = new String[arguments.length + 1];
        words[0] = "retry";
        System.arraycopy(arguments, 0, words, 1, arguments.length);
        return RepriseProcess.run(folder, words);
    }

    @SuppressWarnings("unchecked")
    private List<Map<String, Object>> attempts() throws IOException {
        Map<String, Object> report = Json.read(Files.readString(folder.resolve("report.json")));
        return (List<Map<String, Object>>) Objects.requireNonNull(report.get("attempts"));
    }

    /** Replaces times by N. */
    private static String measured(String text) {
        return text.replaceAll("(after|in) [0-9.]+m?s", "$1 N");
    }
}
