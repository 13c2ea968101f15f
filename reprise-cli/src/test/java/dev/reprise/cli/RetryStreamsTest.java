package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real commands under the real command, whose readers are slow, gone or out of space, and whose output is hard to search. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD) // a blocked read hears no interrupt
class RetryStreamsTest {
    private static final Redirect NOTHING = Redirect.from(new File("/dev/null"));

    /** Tries all the ways to cut a line into seven. */
    private static final String SLOW = "(.*)(.*)(.*)(.*)(.*)(.*)(.*)z$";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Nested
    class A_reader {
        @Test
        void gets_what_is_written_after_the_commands_end() throws Exception {
            RepriseProcess.End end =
                    RepriseProcess.sh(folder, "--attempts 1 --until-output ready", "(sleep 0.2; echo ready) & exit 0");
            assertThat(end.out()).isEqualTo("ready\n");
            assertThat(end.code()).isZero();
        }

        @Test
        void of_stderr_that_is_gone_ends_the_command_and_the_retrying() throws Exception {
            try (RepriseProcess reprise = sh("--hint-from stderr:wait-(.*)", "echo ready; exec yes >&2")) {
                assertThat(reprise.outLine()).isEqualTo("ready");
                reprise.closeErr();
                assertThat(reprise.endCode()).isEqualTo(141);
            }
        }

        @Test
        void that_has_stopped_reading_stdout_does_not_keep_a_signal_out() throws Exception {
            try (RepriseProcess reprise = sh("--until-output never", "echo ready; echo $$ >&2; exec yes")) {
                assertThat(reprise.outLine()).isEqualTo("ready");
                reprise.errLine("");
                reprise.signal("TERM");
                assertThat(reprise.endCode()).isEqualTo(143);
            }
        }

        @Test
        void that_has_stopped_reading_stderr_does_not_keep_a_signal_out() throws Exception {
            try (RepriseProcess reprise = sh("", "echo $$; exec yes >&2")) {
                long pid = Long.parseLong(reprise.outLine());
                reprise.signal("TERM");
                assertThat(reprise.endCode()).isEqualTo(143);
                assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false))
                        .isFalse();
            }
        }

        @Test
        void that_has_stopped_does_not_keep_a_time_out_from_its_end() throws Exception {
            try (RepriseProcess reprise = sh("--attempts 2 --timeout 300ms --until-output never", "exec yes")) {
                assertThat(reprise.endCode()).isEqualTo(124);
            }
        }
    }

    @Nested
    class A_disk_that_is_full {
        @Test
        void is_told_and_is_the_end_of_the_retrying() throws Exception {
            RepriseProcess.End end = toFullDisk("--report report.json --until-output ready", "echo some");
            assertThat(end.err()).isEqualTo("reprise: stdout cannot be written: No space left on device\n");
            assertThat(end.code()).isEqualTo(125);
            assertThat(Files.readString(folder.resolve("report.json")))
                    .contains("\"end\":\"unwritable\",\"exit\":125", "\"decision\":\"fail\"");
        }

        private RepriseProcess.End toFullDisk(String options, String script) throws IOException, InterruptedException {
            String line = RepriseProcess.line(RepriseProcess.java(RepriseProcess.retrySh(options, script)));
            try (RepriseProcess reprise =
                    RepriseProcess.start(folder, NOTHING, List.of("sh", "-c", "exec " + line + " >/dev/full"))) {
                return reprise.end();
            }
        }
    }

    @Nested
    class A_slow_search {
        @Test
        void is_given_up_and_said_once() throws Exception {
            RepriseProcess.End end = RepriseProcess.sh(
                    folder, "--attempts 2 --until-output " + SLOW, "printf 'a%.0s' $(seq 300); echo; echo end");
            assertThat(end.code()).isEqualTo(1);
            assertThat(end.out()).endsWith("end\n");
            assertThat(end.err())
                    .containsOnlyOnce("reprise: --until-output: `" + SLOW + "` takes too long on a line,"
                            + " which counts as no match\n");
        }

        @Test
        void does_not_keep_a_time_out_nor_a_signal_out() throws Exception {
            String script = "echo ready; exec yes " + "a".repeat(200);
            RepriseProcess.End end =
                    RepriseProcess.sh(folder, "--attempts 1 --timeout 1s --until-output " + SLOW, script);
            assertThat(end.code()).isEqualTo(124);
            try (RepriseProcess reprise = sh("--until-output " + SLOW, script)) {
                assertThat(reprise.outLine()).isEqualTo("ready");
                reprise.signal("TERM");
                assertThat(reprise.end().code()).isEqualTo(143);
            }
        }
    }

    private RepriseProcess sh(String options, String script) throws IOException {
        return RepriseProcess.start(folder, NOTHING, RepriseProcess.retrySh(options, script));
    }
}
