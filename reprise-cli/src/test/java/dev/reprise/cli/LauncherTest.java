package dev.reprise.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a checkout that is built already, with a JVM that is a shell script. */
@EnabledOnOs(OS.LINUX)
class LauncherTest {
    private static final String JVM = """
            #!/bin/sh
            streams=$(for fd in 0 1 2; do readlink "/proc/$$/fd/$fd" || echo closed; done)
            echo "$streams" >>"$TOLD"
            echo "$LC_ALL ${REPRISE_LC_ALL-none}" >>"$TOLD"
            echo "$@" >>"$TOLD"
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path root;

    @BeforeEach
    void build() throws IOException {
        Path script = Objects.requireNonNull(Path.of("").toAbsolutePath().getParent(), "checkout");
        Files.copy(script.resolve("reprise"), root.resolve("reprise"));
        Files.createDirectories(root.resolve(".mvn"));
        Files.createDirectories(root.resolve("reprise-cli/src/main"));
        Files.createFile(root.resolve("pom.xml"));
        Files.createFile(root.resolve("reprise-cli/pom.xml"));
        Path java = Files.createDirectories(root.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, JVM);
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
        Path app = Files.createDirectories(root.resolve("target/reprise/app-1"));
        Files.createFile(app.resolve("reprise-cli.jar"));
        String home = root.resolve("jdk").toRealPath().toString().replace('/', '-');
        Files.createFile(app.resolve("java-17.0.1" + home + ".jsa"));
        Files.writeString(root.resolve("target/reprise/app"), "app-1");
        Files.createFile(root.resolve("target/reprise/stamp"));
    }

    @Test
    void a_stream_that_is_closed_is_no_file_of_the_jvm() throws Exception {
        assertThat(told("./reprise retry -- x <&- >&- 2>&-")).startsWith("/dev/null\n/dev/null\n/dev/null\n");
        assertThat(told("./reprise retry -- x <pom.xml >out 2>&-"))
                .startsWith("%1$s/pom.xml\n%1$s/out\n/dev/null\n".formatted(root.toRealPath()));
        assertThat(told("./reprise retry -- x <pom.xml >out 2>err"))
                .startsWith("%1$s/pom.xml\n%1$s/out\n%1$s/err\n".formatted(root.toRealPath()));
        assertThat(root.resolve("err")).isEmptyFile();
    }

    @Test
    void words_are_read_as_utf_8_in_the_locale_c_and_the_former_value_is_kept() throws Exception {
        assertThat(told("unset LC_ALL LC_CTYPE LANG; ./reprise x")).contains("\nC.UTF-8 \n");
        assertThat(told("LC_ALL=POSIX ./reprise x")).contains("\nC.UTF-8 POSIX\n");
        assertThat(told("LC_ALL=C.utf8 ./reprise x")).contains("\nC.utf8 none\n");
    }

    @Test
    void what_the_jvm_says_goes_to_stderr_and_temporary_files_where_the_user_wants_them() throws Exception {
        assertThat(told("TMPDIR='/a b' ./reprise x"))
                .contains(" -XX:+DisplayVMOutputToStderr ", " -Djava.io.tmpdir=/a b ")
                .endsWith(" x\n");
        assertThat(told("unset TMPDIR; ./reprise x")).doesNotContain("tmpdir");
    }

    private String told(String script) throws IOException, InterruptedException {
        Path told = root.resolve("told");
        Files.deleteIfExists(told);
        ProcessBuilder shell =
                new ProcessBuilder("sh", "-c", script).directory(root.toFile()).redirectErrorStream(true);
        shell.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        shell.environment().put("TOLD", told.toString());
        Process process = shell.start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).as("stdout and stderr").isEmpty();
        return Files.readString(told);
    }
}
