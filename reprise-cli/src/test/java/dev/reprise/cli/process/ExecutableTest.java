package dev.reprise.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecutableTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @BeforeEach
    void files() throws IOException {
        assertThat(Files.createFile(folder.resolve("runs")).toFile().setExecutable(true))
                .isTrue();
        Files.createFile(folder.resolve("plain"));
        Files.createDirectory(folder.resolve("folder"));
    }

    @Test
    void a_path_is_taken_as_it_is() {
        assertThat(check(folder + "/runs")).isZero();
        assertThat(check(folder + "/plain")).isEqualTo(126);
        assertThat(check(folder + "/folder")).isEqualTo(126);
        assertThat(check(folder + "/none")).isEqualTo(127);
    }

    @Test
    void a_name_is_searched_in_the_folders_of_the_path() {
        assertThat(check("runs")).isZero();
        assertThat(check("plain")).isEqualTo(126);
        assertThat(check("none")).isEqualTo(127);
    }

    @Test
    void an_empty_name_is_not_found() {
        assertThat(check("")).isEqualTo(127);
    }

    @Test
    void without_a_path_the_usual_folders_are_searched() {
        assertThat(Executable.check("sh", null)).isZero();
    }

    private int check(String command) {
        return Executable.check(command, "/nowhere:" + folder);
    }
}
