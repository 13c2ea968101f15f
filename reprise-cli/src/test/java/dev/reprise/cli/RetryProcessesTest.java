package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.cli.process.Executable;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Time-outs, signals, pipes and terminals: what a command and all that it started come to. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD) // a blocked read hears no interrupt
class RetryProcessesTest {
    private static final Redirect NOTHING = Redirect.from(new File("/dev/null"));

    /** Says when it and what it started run, then hangs. */
    private static final String HANGING = """
            echo $$ >>pids
            sleep 60 & echo $! >>pids
            (sleep 60 & echo $! >>pids)
            echo running
            wait
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Nested
    class A_time_out {
        @Test
        void ends_with_124_and_leaves_nobody() throws Exception {
            RepriseProcess.End end =
                    RepriseProcess.sh(folder, "--attempts 2 --timeout 500ms --report report.json", HANGING);
            assertThat(end.code()).isEqualTo(124);
            assertThat(end.out()).isEqualTo("running\nrunning\n");
            assertThat(end.err()).contains("attempt 1 of 2 timed out after").contains("attempt 2 of 2 timed out after");
            assertThat(pids()).hasSize(6).noneMatch(RetryProcessesTest::isRunning);
            assertThat(Files.readString(folder.resolve("report.json"))).contains("\"timedOut\":true", "\"exit\":124");
        }

        @Test
        void kills_who_ignores_term() throws Exception {
            RepriseProcess.End end = RepriseProcess.sh(
                    folder,
                    "--attempts 1 --timeout 300ms --kill-after 100ms",
                    "trap '' TERM; echo $$ >>pids; while :; do sleep 0.05; done");
            assertThat(end.code()).isEqualTo(124);
            assertThat(pids()).hasSize(1).noneMatch(RetryProcessesTest::isRunning);
        }
    }

    @Nested
    class A_signal {
        @Test
        void is_passed_on_to_all_that_the_command_started_and_is_the_end() throws Exception {
            endsBy("TERM", 143, HANGING);
            endsBy("HUP", 129, HANGING);
            // What a shell without job control runs in the background ignores INT.
            endsBy("INT", 130, "echo $$ >>pids; echo running; exec sleep 60");
        }

        private void endsBy(String signal, int code, String script) throws Exception {
            Files.deleteIfExists(folder.resolve("pids"));
            try (RepriseProcess reprise = sh("--report report.json", script)) {
                assertThat(reprise.outLine()).isEqualTo("running");
                reprise.signal(signal);
                RepriseProcess.End end = reprise.end();
                assertThat(end.code()).as(signal).isEqualTo(code);
                assertThat(end.err()).contains(signal + " received: no further attempt");
                assertThat(pids()).isNotEmpty().noneMatch(RetryProcessesTest::isRunning);
                assertThat(Json.read(Files.readString(folder.resolve("report.json"))))
                        .containsEntry("outcome", "interrupted")
                        .containsEntry("reason", "interrupted")
                        .containsEntry("exit", (long) code);
            }
        }

        @Test
        void while_waiting_ends_at_once() throws Exception {
            for (Map.Entry<String, Integer> signal :
                    Map.of("INT", 130, "TERM", 143).entrySet()) {
                try (RepriseProcess reprise = sh("--report report.json --schedule constant_1h", "exit 3")) {
                    reprise.errLine("next try in 1h");
                    reprise.signal(signal.getKey());
                    assertThat(reprise.end().code()).as(signal.getKey()).isEqualTo(signal.getValue());
                    assertThat(Files.readString(folder.resolve("report.json")))
                            .contains("\"outcome\":\"interrupted\"", "\"decision\":\"retry\",\"delayMs\":3600000");
                }
            }
        }

        @Test
        void that_the_command_turns_into_a_success_is_one() throws Exception {
            try (RepriseProcess reprise =
                    sh("", "trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.05; done")) {
                assertThat(reprise.outLine()).isEqualTo("ready");
                reprise.signal("TERM");
                RepriseProcess.End end = reprise.end();
                assertThat(end.code()).isZero();
                assertThat(end.out()).isEqualTo("bye\n");
            }
        }

        @Test
        void for_the_command_alone_ends_nothing() throws Exception {
            try (RepriseProcess reprise =
                    sh("", "trap 'echo heard; exit 0' USR1; echo ready; while :; do sleep 0.05; done")) {
                assertThat(reprise.outLine()).isEqualTo("ready");
                reprise.signal("USR1");
                assertThat(reprise.outLine()).isEqualTo("heard");
                assertThat(reprise.end().code()).isZero();
            }
        }
    }

    @Nested
    class A_pipe {
        @Test
        void that_nobody_reads_any_more_ends_the_command_and_the_retrying() throws Exception {
            for (String options : List.of("", "--until-output never")) {
                try (RepriseProcess reprise = sh(options, "exec yes")) {
                    assertThat(reprise.outLine()).isEqualTo("y");
                    reprise.closeOut();
                    reprise.errLine("ended with 141 (PIPE)");
                    assertThat(reprise.endCode()).isEqualTo(141);
                }
            }
        }

        @Test
        void that_a_process_left_behind_holds_is_not_waited_for() throws Exception {
            try (RepriseProcess reprise = sh("--until-output ready", "sleep 60 & echo $! >>pids; echo ready")) {
                assertThat(reprise.outLine()).isEqualTo("ready");
                assertThat(reprise.endCode()).isZero();
                pids().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
            }
        }

        @Test
        void hands_a_prompt_on_before_its_line_ends() throws Exception {
            String[] words =
                    RepriseProcess.retrySh("--until-output hello", "printf 'name?\\n> '; read name; echo hello $name");
            try (RepriseProcess reprise = RepriseProcess.start(folder, Redirect.PIPE, words)) {
                assertThat(reprise.outLine()).isEqualTo("name?");
                reprise.type("you\n");
                assertThat(reprise.outLine()).isEqualTo("> hello you");
                assertThat(reprise.end().code()).isZero();
            }
        }
    }

    /** {@code script} gives the command a terminal; what it reads is typed there. */
    @Nested
    class At_a_terminal {
        @Test
        void the_keyboards_interrupt_reaches_the_command_once_and_is_the_end() throws Exception {
            try (RepriseProcess terminal = atTerminal("", """
                    trap 'n=$((n+1)); echo heard $n' INT
                    echo ready
                    until read x; do :; done
                    echo got $x
                    exit 3
                    """)) {
                terminal.outLine("ready");
                terminal.type("\u0003");
                terminal.outLine("heard 1");
                terminal.type("word\n");
                RepriseProcess.End end = terminal.end();
                assertThat(end.out()).contains("got word").doesNotContain("heard 2");
                assertThat(end.code()).isEqualTo(130);
            }
        }

        @Test
        void the_keyboards_interrupt_ends_a_wait() throws Exception {
            try (RepriseProcess terminal = atTerminal("--schedule constant_1h", "exit 3")) {
                terminal.outLine("next try in 1h");
                terminal.type("\u0003");
                assertThat(terminal.end().code()).isEqualTo(130);
            }
        }

        @Test
        void every_attempt_has_the_terminal() throws Exception {
            try (RepriseProcess terminal = atTerminal("--attempts 2", """
                    test -t 0 && test -t 1 && test -t 2 && echo all three
                    read x </dev/tty
                    echo got $x
                    exit 3
                    """)) {
                terminal.outLine("all three");
                terminal.type("one\n");
                terminal.outLine("got one");
                terminal.outLine("all three");
                terminal.type("two\n");
                terminal.outLine("got two");
                assertThat(terminal.end().code()).isEqualTo(3);
            }
        }

        @Test
        void a_time_out_leaves_nobody_either() throws Exception {
            try (RepriseProcess terminal = atTerminal("--attempts 1 --timeout 500ms", HANGING)) {
                assertThat(terminal.end().code()).isEqualTo(124);
                assertThat(pids()).hasSize(3).noneMatch(RetryProcessesTest::isRunning);
            }
        }

        private RepriseProcess atTerminal(String options, String script) throws IOException {
            assumeTrue(Executable.check("script", System.getenv("PATH")) == 0, "there is no script");
            String line = RepriseProcess.line(RepriseProcess.java(RepriseProcess.retrySh(options, script)));
            return RepriseProcess.start(folder, Redirect.PIPE, List.of("script", "-qec", "exec " + line, "/dev/null"));
        }
    }

    private RepriseProcess sh(String options, String script) throws IOException {
        return RepriseProcess.start(folder, NOTHING, RepriseProcess.retrySh(options, script));
    }

    private List<Long> pids() throws IOException {
        return Files.readAllLines(folder.resolve("pids")).stream()
                .map(Long::valueOf)
                .toList();
    }

    /** An orphan may wait for a while for somebody to ask for its status: it has ended all the same. */
    private static boolean isRunning(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
        } catch (IOException ended) {
            return false;
        }
    }
}
