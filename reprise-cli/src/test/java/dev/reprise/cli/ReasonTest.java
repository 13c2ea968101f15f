package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class ReasonTest {
    @Test
    void a_file_error_whose_message_is_a_path_is_told_in_words() {
        assertThat(Reason.of(new NoSuchFileException("/a/b"))).isEqualTo("no such file or folder");
        assertThat(Reason.of(new AccessDeniedException("/a/b"))).isEqualTo("permission denied");
    }

    @Test
    void what_the_system_said_is_kept() {
        assertThat(Reason.of(new FileSystemException("/a/b", null, "No space left on device")))
                .isEqualTo("No space left on device");
        assertThat(Reason.of(new IOException("Broken pipe"))).isEqualTo("Broken pipe");
    }
}
