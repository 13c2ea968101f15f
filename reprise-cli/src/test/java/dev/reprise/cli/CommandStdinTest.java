package dev.reprise.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CommandStdinTest {
    private static final Redirect EMPTY = Redirect.from(new File("/dev/null"));

    @Test
    void data_goes_to_the_first_attempt_and_is_missed_once() {
        CommandStdin stdin = CommandStdin.first(StdinKind.DATA);
        assertThat(stdin.of(1)).isEqualTo(Redirect.INHERIT);
        assertThat(stdin.of(2)).isEqualTo(EMPTY);
        assertThat(stdin.of(3)).isEqualTo(EMPTY);
        assertThat(stdin.isMissed(1)).isFalse();
        assertThat(stdin.isMissed(2)).isTrue();
        assertThat(stdin.isMissed(3)).isFalse();
    }

    @Test
    void nobody_misses_what_was_empty() {
        CommandStdin stdin = CommandStdin.first(StdinKind.EMPTY);
        assertThat(stdin.of(2)).isEqualTo(EMPTY);
        assertThat(stdin.isMissed(2)).isFalse();
    }

    @Test
    void a_terminal_is_not_used_up() {
        CommandStdin stdin = CommandStdin.first(StdinKind.TERMINAL);
        assertThat(stdin.of(2)).isEqualTo(Redirect.INHERIT);
        assertThat(stdin.isMissed(2)).isFalse();
    }

    @Test
    void a_buffer_is_the_same_for_each_attempt_and_gone_in_the_end() throws IOException {
        File file;
        try (CommandStdin stdin = CommandStdin.buffer(new ByteArrayInputStream("all of it".getBytes(UTF_8)))) {
            file = Objects.requireNonNull(stdin.of(1).file());
            assertThat(stdin.of(2).file()).isEqualTo(file);
            assertThat(file).hasContent("all of it");
            assertThat(stdin.isMissed(2)).isFalse();
            assertThat(Files.getPosixFilePermissions(file.toPath()))
                    .as("only its owner may read it")
                    .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void a_copy_that_cannot_be_deleted_is_no_failure() throws IOException {
        CommandStdin stdin = CommandStdin.buffer(new ByteArrayInputStream(new byte[1]));
        Path copy = Objects.requireNonNull(stdin.of(1).file()).toPath();
        Files.delete(copy);
        Path inTheWay = Files.createDirectories(copy.resolve("full"));
        assertThatNoException().isThrownBy(stdin::close);
        Files.delete(inTheWay);
        Files.delete(copy);
    }

    @Test
    void a_stdin_that_breaks_is_an_error() {
        InputStream broken = new PipedInputStream();
        assertThatIOException().isThrownBy(() -> CommandStdin.buffer(broken)).withMessage("Pipe not connected");
    }
}
