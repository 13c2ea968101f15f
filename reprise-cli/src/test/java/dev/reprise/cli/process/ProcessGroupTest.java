package dev.reprise.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The same is asked of both kinds of group; real processes, each seen to run before anything is done to it. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "starts sh")
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD) // a blocked read hears no interrupt
class ProcessGroupTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(200);

    /** Starts commands; the tests run on whichever kind of group it makes. */
    private interface Starter {
        ProcessGroup start(ProcessBuilder builder) throws IOException;
    }

    private abstract static class Kind {
        private final Starter starter;
        private final List<ProcessGroup> started = new ArrayList<>();

        Kind(Starter starter) {
            this.starter = starter;
        }

        @AfterEach
        void stop() {
            started.forEach(group -> group.signal("KILL"));
        }

        ProcessGroup sh(String script) throws IOException {
            ProcessGroup group = starter.start(new ProcessBuilder("sh", "-c", script));
            started.add(group);
            return group;
        }

        @Test
        void the_status_is_the_commands() throws Exception {
            assertThat(sh("exit 0").await()).isZero();
            assertThat(sh("exit 75").await()).isEqualTo(75);
        }

        @Test
        void a_signal_is_told_as_128_and_its_number() throws Exception {
            assertThat(sh("kill -KILL $$").await()).isEqualTo(137);
            assertThat(sh("kill -INT $$").await()).isEqualTo(130);
        }

        @Test
        void streams_and_environment_are_the_builders() throws Exception {
            ProcessBuilder builder = new ProcessBuilder("sh", "-c", "echo \"$GREETING\"; echo no >&2");
            builder.environment().put("GREETING", "good day");
            ProcessGroup group = starter.start(builder);
            assertThat(group.stdout().readAllBytes()).asString(UTF_8).isEqualTo("good day\n");
            assertThat(group.stderr().readAllBytes()).asString(UTF_8).isEqualTo("no\n");
        }

        @Test
        @EnabledOnOs(OS.LINUX)
        void to_stop_leaves_nobody_in_a_group_or_a_session_of_its_own() throws Exception {
            ProcessGroup group = sh("""
                    (timeout 77 sleep 76 & echo $!)
                    (setsid sleep 75 & echo $!)
                    echo $$
                    wait; timeout 77 sleep 76; echo x
                    """);
            BufferedReader lines = lines(group);
            List<Long> pids = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                pids.add(Long.valueOf(lines.readLine()));
            }
            group.stop(LONG);
            assertThat(pids).noneMatch(ProcessGroupTest::isRunning);
            assertThat(group.isAnybodyLeft()).isFalse();
        }

        @Test
        void a_shell_that_is_stopped_does_not_go_on_to_its_next_line() throws Exception {
            ProcessGroup group = sh("echo ready; sleep 60; echo next");
            BufferedReader lines = lines(group);
            assertThat(lines.readLine()).isEqualTo("ready");
            assertThat(group.stop(LONG)).isEqualTo(143);
            assertThat(lines.readLine()).isNull();
        }

        @Test
        void a_signal_right_after_the_start_is_not_lost() throws Exception {
            for (int i = 0; i < 20; i++) {
                ProcessGroup group = starter.start(new ProcessBuilder("sleep", "60"));
                group.signal("TERM");
                assertThat(group.await()).isEqualTo(143);
            }
        }

        @Test
        @EnabledOnOs(OS.LINUX)
        void the_output_of_who_writes_on_after_the_commands_end_is_not_lost() throws Exception {
            ProcessGroup group = sh("(sleep 0.2; echo late) & exit 3");
            assertThat(group.await()).isEqualTo(3);
            assertThat(group.stdout().readAllBytes()).asString(UTF_8).isEqualTo("late\n");
        }

        @Test
        void a_command_that_cannot_be_started_leaves_no_pipe() throws Exception {
            long before = pipes();
            ProcessBuilder nowhere = new ProcessBuilder("true").directory(new File("/no/such/folder"));
            assertThatIOException().isThrownBy(() -> starter.start(nowhere));
            sh("exit 0").await();
            assertThat(pipes()).isEqualTo(before);
        }

        private long pipes() throws IOException {
            try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
                return files.filter(file -> file.getFileName().toString().startsWith("reprise-pipe-"))
                        .count();
            }
        }

        @Test
        void an_argument_that_looks_like_an_option_is_the_commands() throws Exception {
            ProcessGroup group = starter.start(new ProcessBuilder("echo", "--version", "-n"));
            assertThat(group.stdout().readAllBytes()).asString(UTF_8).contains("--version -n");
        }

        @Test
        void waiting_has_an_end() throws Exception {
            ProcessGroup group = sh("exec sleep 60");
            assertThat(group.await(Duration.ofMillis(1))).isFalse();
            assertThat(group.stop(LONG)).isEqualTo(143);
            assertThat(group.await(Duration.ZERO)).isTrue();
        }

        @Test
        void a_signal_reaches_what_the_command_started() throws Exception {
            ProcessGroup group = sh("trap : USR1; sh -c 'trap \"echo heard; exit\" USR1; echo ready; "
                    + "while :; do sleep 0.05; done'; exit 7");
            BufferedReader lines = lines(group);
            assertThat(lines.readLine()).isEqualTo("ready");
            group.signal("USR1");
            // The inner shell had its sleep killed or waits for it; then it runs its trap.
            assertThat(lines.readLine()).isEqualTo("heard");
            assertThat(group.await()).isEqualTo(7);
        }

        @Test
        @EnabledOnOs(OS.LINUX)
        void to_stop_leaves_nobody_neither_children_nor_orphans_nor_who_ignores_term() throws Exception {
            ProcessGroup group = sh("""
                    sleep 60 & echo $!
                    (sleep 60 & echo $!)
                    sh -c 'trap "" TERM; echo $$; while :; do sleep 0.05; done' &
                    wait
                    """);
            BufferedReader lines = lines(group);
            List<Long> pids = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                pids.add(Long.valueOf(lines.readLine()));
            }
            assertThat(pids).allMatch(ProcessGroupTest::isRunning);
            assertThat(group.stop(SHORT)).isEqualTo(143);
            assertThat(pids).noneMatch(ProcessGroupTest::isRunning);
        }

        @Test
        @EnabledOnOs(OS.LINUX)
        void a_stopped_command_hears_term() throws Exception {
            ProcessGroup group = sh("echo ready; kill -STOP $$");
            assertThat(lines(group).readLine()).isEqualTo("ready");
            assertThat(group.stop(LONG)).isEqualTo(143);
        }

        @Test
        void a_command_that_ignores_term_is_killed() throws Exception {
            ProcessGroup group = sh("trap '' TERM; echo ready; while :; do sleep 0.05; done");
            assertThat(lines(group).readLine()).isEqualTo("ready");
            assertThat(group.stop(SHORT)).isEqualTo(137);
        }

        @Test
        void who_ended_before_it_was_stopped_keeps_its_status() throws Exception {
            ProcessGroup group = sh("exit 4");
            assertThat(group.await()).isEqualTo(4);
            assertThat(group.stop(LONG)).isEqualTo(4);
        }

        @Test
        void an_interrupt_while_stopping_kills_at_once() throws Exception {
            ProcessGroup group = sh("trap '' TERM; echo ready; while :; do sleep 0.05; done");
            assertThat(lines(group).readLine()).isEqualTo("ready");
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> group.stop(LONG));
            assertThat(group.await()).isEqualTo(137);
        }
    }

    @Nested
    @EnabledOnOs(OS.LINUX)
    class In_a_session_of_its_own extends Kind {
        In_a_session_of_its_own() {
            super(builder -> ProcessGroup.inOwnSession("setsid", builder));
        }

        @Test
        void the_command_leads_its_group() throws Exception {
            ProcessGroup group = sh("echo $$; exec sleep 60");
            long pid = Long.parseLong(lines(group).readLine());
            assertThat(ProcessTable.of(pid).orElseThrow().group()).isEqualTo(pid);
            assertThat(group.hearsTheKeyboard()).isFalse();
        }
    }

    @Nested
    class In_our_group extends Kind {
        In_our_group() {
            super(ProcessGroup::inSharedGroup);
        }

        @Test
        @EnabledOnOs(OS.LINUX)
        void the_command_shares_our_group() throws Exception {
            ProcessGroup group = sh("echo $$; exec sleep 60");
            long pid = Long.parseLong(lines(group).readLine());
            assertThat(ProcessTable.of(pid).orElseThrow().group())
                    .isEqualTo(ProcessTable.self().orElseThrow().group());
        }

        @Test
        void others_in_the_group_are_left_alone() throws Exception {
            Process other = new ProcessBuilder("sleep", "60").start();
            ProcessGroup group = sh("echo ready; exec sleep 60");
            assertThat(lines(group).readLine()).isEqualTo("ready");
            group.stop(LONG);
            assertThat(other.isAlive()).isTrue();
            other.destroyForcibly();
        }
    }

    private static BufferedReader lines(ProcessGroup group) {
        return new BufferedReader(new InputStreamReader(group.stdout(), UTF_8));
    }

    private static boolean isRunning(long pid) {
        return ProcessTable.of(pid).map(ProcessTable.Entry::isRunning).orElse(false);
    }
}
