package dev.reprise.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs links and devices")
class ReportFileTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void the_report_of_before_is_replaced_as_a_whole() throws IOException {
        Path report = folder.resolve("report.json");
        write(report, "{\"n\":1}");
        write(report, "{\"n\":2}");
        assertThat(report).hasContent("{\"n\":2}\n");
        assertThat(folder).isDirectoryNotContaining(file -> file.toString().endsWith(".part"));
    }

    @Test
    void nothing_is_left_behind_where_it_cannot_be_written() throws IOException {
        Path report = folder.resolve("gone/report.json");
        assertThatIOException().isThrownBy(() -> new ReportFile(report).write("{}"));
        Path taken = Files.createDirectories(folder.resolve("report.json/full")).resolveSibling("");
        assertThatIOException().isThrownBy(() -> new ReportFile(folder.resolve("report.json")).write("{}"));
        assertThat(taken).exists();
        assertThat(folder).isDirectoryNotContaining(file -> file.toString().endsWith(".part"));
    }

    @Test
    void what_a_symbolic_link_leads_to_is_replaced_and_the_link_stays() throws IOException {
        Path real = Files.createDirectory(folder.resolve("real")).resolve("report.json");
        Path near = Files.createSymbolicLink(folder.resolve("near"), Path.of("real/report.json"));
        Path far = Files.createSymbolicLink(folder.resolve("far"), near);
        write(far, "{\"n\":1}");
        assertThat(real).hasContent("{\"n\":1}\n");
        write(far, "{\"n\":2}");
        assertThat(real).hasContent("{\"n\":2}\n");
        assertThat(far).isSymbolicLink();
        assertThat(near).isSymbolicLink();
        assertThat(real).isRegularFile();
    }

    @Test
    void links_that_go_round_in_a_circle_are_refused() throws IOException {
        Path one = folder.resolve("one");
        Files.createSymbolicLink(folder.resolve("two"), one);
        Files.createSymbolicLink(one, folder.resolve("two"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReportFile(one).check())
                .withMessage("--report: `" + one + "`: its symbolic links go round in a circle");
    }

    @Test
    void a_pipe_is_written_to_and_stays() throws Exception {
        Path pipe = folder.resolve("pipe");
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
        try (RandomAccessFile both = new RandomAccessFile(pipe.toFile(), "rw")) {
            write(pipe, "{\"n\":1}");
            byte[] read = new byte[8];
            both.readFully(read);
            assertThat(read).asString(UTF_8).isEqualTo("{\"n\":1}\n");
        }
        assertThat(Files.isRegularFile(pipe)).isFalse();
    }

    @Test
    void a_device_is_written_to_also_through_a_link() throws IOException {
        write(Path.of("/dev/null"), "{}");
        Path link = Files.createSymbolicLink(folder.resolve("nowhere"), Path.of("/dev/null"));
        write(link, "{}");
        assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
        assertThat(link).isSymbolicLink();
        Files.delete(link);
    }

    @Test
    void why_it_cannot_be_written_is_said_before_anything_is_run() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReportFile(folder).check())
                .withMessageContaining("is a folder");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ReportFile(folder.resolve("gone/report.json")).check())
                .withMessageContaining("cannot be written; allowed is a file in a folder that exists");
    }

    private static void write(Path named, String json) throws IOException {
        ReportFile file = new ReportFile(named);
        file.check();
        file.write(json);
    }
}
