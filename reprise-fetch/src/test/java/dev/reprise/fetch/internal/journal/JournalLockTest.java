package dev.reprise.fetch.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalLockTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path folder;

    @Test
    void the_lock_of_another_process_refuses_and_dies_with_it() throws Exception {
        Path path = folder.resolve("journal");
        try (JournalProcess other = JournalProcess.start("keep", path)) {
            assertThat(other.line()).isEqualTo("opened");
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> Journal.open(path, null))
                        .isInstanceOf(JournalUnusableException.class)
                        .hasMessage(path + " is in use by another run");
            }
            assertThatThrownBy(() -> Journal.setAside(path, null)).isInstanceOf(JournalUnusableException.class);
            other.kill();
            try (Journal journal = Journal.open(path, null)) {
                assertThat(journal.tailCut()).isZero();
            }
        }
    }

    @Test
    void reading_and_writing_keep_the_lock() throws IOException {
        Path path = folder.resolve("journal");
        try (Journal journal = Journal.open(path, null)) {
            journal.writer().append(Lines.success(1));
            journal.writer().flush();
            assertThat(journal.entries(entry -> {}).lines()).isOne();
            assertThat(JournalProcess.tryOpen(path)).isEqualTo(path + " is in use by another run");
        }
    }

    @Test
    void a_process_killed_while_writing_loses_no_line_it_said_was_written() throws Exception {
        Path path = folder.resolve("journal");
        int said;
        try (JournalProcess other = JournalProcess.start("write", path)) {
            assertThat(other.line()).isEqualTo("opened");
            do {
                said = Integer.parseInt(other.line());
            } while (said < 20_000);
            other.kill();
        }
        List<String> urls = new ArrayList<>();
        try (Journal journal = Journal.open(path, null)) {
            assertThat(journal.lines(line -> urls.add(line.url())).damaged()).isZero();
        }
        assertThat(urls).hasSizeGreaterThanOrEqualTo(said);
        for (int i = 0; i < urls.size(); i++) {
            assertThat(urls.get(i)).isEqualTo(Lines.success(i + 1).url());
        }
    }

    @Test
    void a_lock_that_other_code_of_this_process_holds_refuses() throws IOException {
        Path path = folder.resolve("journal");
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            assertThat(channel.lock().isValid()).isTrue();
            assertThatThrownBy(() -> Journal.open(path, null))
                    .isInstanceOf(JournalUnusableException.class)
                    .hasMessage(path + " is in use by another run");
            assertThat(JournalProcess.tryOpen(path)).isEqualTo(path + " is in use by another run");
        }
    }

    @Test
    void a_file_that_the_path_no_longer_names_once_locked_is_let_go() throws IOException {
        Path path = Files.createFile(folder.resolve("journal"));
        Object key = Objects.requireNonNull(LockedFile.key(path));
        Files.move(path, folder.resolve("journal.1"));
        Files.createFile(path);

        assertThat(LockedFile.lock(path, key)).isNull();
        assertThat(JournalProcess.tryOpen(path)).isEqualTo("opened");
        try (LockedFile file = LockedFile.open(path)) {
            assertThat(file.channel().isOpen()).isTrue();
            assertThat(LockedFile.isHeld(path)).isTrue();
        }
        assertThat(LockedFile.isHeld(path)).isFalse();
    }

    @Test
    void a_journal_set_aside_and_begun_anew_is_another_file() throws IOException {
        Path path = folder.resolve("journal");
        Files.write(path, OutcomeCodec.encode(Lines.success(1)));
        Path old = Journal.setAside(path, null).orElseThrow();
        try (Journal journal = Journal.open(path, null);
                Journal earlier = Journal.open(old, null)) {
            assertThat(journal.entries(entry -> {}).lines()).isZero();
            assertThat(earlier.entries(entry -> {}).lines()).isOne();
        }
    }
}
