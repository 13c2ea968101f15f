package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real commands under the real command: what is retried, and what is said of it. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD) // a blocked read hears no interrupt
class RetryCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Nested
    class A_flaky_command {
        @Test
        void is_run_until_it_succeeds_and_its_output_streams_through() throws Exception {
            RepriseProcess.End end = sh("", """
                    echo out $REPRISE_ATTEMPT
                    echo err $REPRISE_FAILURES >&2
                    [ $REPRISE_ATTEMPT = 3 ] || exit 75
                    """);
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
            RepriseProcess.End end = sh("--attempts 2", "exit $((70 + REPRISE_ATTEMPT))");
            assertThat(end.code()).isEqualTo(72);
            assertThat(measured(end.err())).isEqualTo("""
                    reprise: attempt 1 of 2 ended with 71 after N; next try in N
                    reprise: attempt 2 of 2 ended with 72 after N
                    reprise: gave up after 2 attempts in N: no attempt is left
                    """);
        }

        @Test
        void ends_with_128_and_the_signal_that_killed_it() throws Exception {
            RepriseProcess.End end = sh("--attempts 1", "kill -KILL $$");
            assertThat(end.code()).isEqualTo(137);
            assertThat(end.err()).contains("ended with 137 (KILL)");
        }

        @Test
        void has_the_rule_behind_each_decision_told_when_verbose() throws Exception {
            assertThat(sh("-v --attempts 2 --stop-on 9", "exit $((7 + REPRISE_ATTEMPT))")
                            .err())
                    .contains("reprise:   retry: attempt 1 of 2 failed, kind TRANSIENT set by the policy")
                    .contains("reprise:   fail NON_RETRYABLE: attempt 2 of 2 failed, kind NON_RETRYABLE set by the"
                            + " command line");
        }

        @Test
        void is_not_spoken_of_when_quiet() throws Exception {
            assertThat(sh("-q", "exit 3")).isEqualTo(new RepriseProcess.End(3, "", ""));
        }
    }

    @Nested
    class What_is_retried {
        @Test
        void a_success_is_not_and_is_not_spoken_of() throws Exception {
            assertThat(run("--", "echo", "@here", "--attempts", "--", "-n", ""))
                    .isEqualTo(new RepriseProcess.End(0, "@here --attempts -- -n \n", ""));
        }

        @Test
        void the_command_may_begin_without_dashes_and_its_options_are_its_own() throws Exception {
            assertThat(run("--attempts", "1", "sh", "-c", "echo \"$@\"", "sh", "--attempts", "--", "x")
                            .out())
                    .isEqualTo("--attempts -- x\n");
        }

        @Test
        void a_status_to_stop_on_is_final() throws Exception {
            RepriseProcess.End end = sh("--stop-on 2,3", "exit 2");
            assertThat(end.code()).isEqualTo(2);
            assertThat(measured(end.err()))
                    .isEqualTo("reprise: attempt 1 of 3 ended with 2 after N; not tried again: --stop-on names 2\n");
        }

        @Test
        void a_command_that_is_not_found_or_cannot_be_executed_is_not() throws Exception {
            assertThat(run("--", "no-such-command"))
                    .isEqualTo(new RepriseProcess.End(127, "", "reprise: no-such-command: not found\n"));
            assertThat(run("--", "/dev/null"))
                    .isEqualTo(new RepriseProcess.End(126, "", "reprise: /dev/null: cannot be executed\n"));
        }

        @Test
        void it_is_if_its_status_is_named() throws Exception {
            RepriseProcess.End end = run("--retry-on", "127", "--schedule", "none", "--", "no-such-command");
            assertThat(end.code()).isEqualTo(127);
            assertThat(end.err()).contains("attempt 2 of 3 could not start; next try in");
        }

        @Test
        void a_wait_that_does_not_fit_into_the_budget_is_refused() throws Exception {
            RepriseProcess.End end = run("--budget", "10s", "--schedule", "steps 1ms,1h", "--", "sh", "-c", "exit 5");
            assertThat(end.code()).isEqualTo(5);
            assertThat(end.err())
                    .contains("reprise: warning: attempt 3 of 3 can never start", "and --budget is 10s")
                    .contains("gave up after 2 attempts in")
                    .endsWith(": a wait of 1h does not fit into --budget 10s\n");
        }
    }

    @Nested
    class A_time_that_is_longer_than_a_life {
        @Test
        void is_waited_for_as_any_other() throws Exception {
            String ages = "--timeout 1000000000000d --kill-after 1000000000000d --budget 1000000000000d --attempts 2";
            RepriseProcess.End end = sh(ages, "exit 5");
            assertThat(end.code()).isEqualTo(5);
            assertThat(end.err()).contains("attempt 2 of 2 ended with 5");
        }
    }

    @Nested
    class The_output {
        @Test
        void is_waited_for() throws Exception {
            RepriseProcess.End end = sh(
                    "--until-output ^ready$ --retry-on 9",
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
            RepriseProcess.End end = sh("--until-output ready", "echo no");
            assertThat(end.code()).isEqualTo(1);
            assertThat(end.out()).isEqualTo("no\nno\nno\n");
        }

        @Test
        void that_matches_does_not_make_up_for_a_status() throws Exception {
            assertThat(sh("--attempts 1 --until-output ready", "echo ready; exit 6")
                            .code())
                    .isEqualTo(6);
        }

        @Test
        void says_how_long_to_wait_at_least() throws Exception {
            RepriseProcess.End end = sh(
                    "--attempts 2 --hint-from stderr:(?i)retry-after:(.*)",
                    "printf 'retry-after: 0.02\\r\\n' >&2; exit 22");
            assertThat(end.code()).isEqualTo(22);
            assertThat(end.err()).contains("retry-after: 0.02\r\n").contains("next try in 20ms (hint 20ms)");
        }

        @Test
        void of_stdout_may_say_so_too_and_a_text_that_is_no_time_is_no_hint() throws Exception {
            String script = "[ $REPRISE_ATTEMPT = 1 ] && echo wait-0.03 || echo wait-a-bit; exit 22";
            assertThat(sh("--hint-from stdout:wait-(.*)", script).err())
                    .contains("next try in 30ms (hint 30ms)\n")
                    .contains("next try in 0ms\n");
        }
    }

    private RepriseProcess.End sh(String options, String script) throws IOException, InterruptedException {
        return RepriseProcess.sh(folder, options, script);
    }

    private RepriseProcess.End run(String... arguments) throws IOException, InterruptedException {
        String[] words = new String[arguments.length + 1];
        words[0] = "retry";
        System.arraycopy(arguments, 0, words, 1, arguments.length);
        return RepriseProcess.run(folder, words);
    }

    /** Replaces times by N. */
    private static String measured(String text) {
        return text.replaceAll("(after|in) [0-9.]+m?s", "$1 N");
    }
}
