package dev.reprise.fetch.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.fetch.internal.journal.JournalScan.Damage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path folder;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    private Path path;

    @BeforeEach
    void name_the_journal() {
        path = folder.resolve("list.results.jsonl");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] journal(int lines) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < lines; i++) {
            bytes.writeBytes(OutcomeCodec.encode(Lines.success(i)));
        }
        return bytes.toByteArray();
    }

    private List<String> keys() {
        List<String> keys = new ArrayList<>();
        try (Journal journal = Journal.open(path, null)) {
            journal.entries(entry -> keys.add(entry.key()));
        }
        return keys;
    }

    private void assertRefused(String reason) throws IOException {
        byte[] before = Files.isRegularFile(path) ? Files.readAllBytes(path) : new byte[0];
        assertThatThrownBy(() -> Journal.open(path, null))
                .isInstanceOf(JournalUnusableException.class)
                .hasMessage(path + reason);
        if (before.length > 0) {
            assertThat(path).hasBinaryContent(before);
        }
    }

    @Nested
    class Reading {
        @Test
        void gives_back_what_was_written_in_order() {
            Random random = new Random(3);
            List<OutcomeLine> written = new ArrayList<>();
            try (Journal journal = Journal.open(path, null)) {
                for (int i = 0; i < 500; i++) {
                    OutcomeLine line = Lines.random(random);
                    written.add(line);
                    journal.writer().append(line);
                }
            }
            List<OutcomeLine> read = new ArrayList<>();
            List<JournalEntry> entries = new ArrayList<>();
            try (Journal journal = Journal.open(path, null)) {
                JournalScan scan = journal.lines(read::add);
                journal.entries(entries::add);
                assertThat(scan.lines()).isEqualTo(500);
                assertThat(scan.damaged()).isZero();
                assertThat(scan.tail()).isZero();
            }
            assertThat(read).isEqualTo(written);
            long offset = 0;
            for (int i = 0; i < 500; i++) {
                OutcomeLine line = written.get(i);
                assertThat(entries.get(i))
                        .isEqualTo(new JournalEntry(
                                offset,
                                line.key(),
                                line.finalUrl(),
                                line.outcome(),
                                line.tag(),
                                line.status(),
                                !line.attempts().isEmpty(),
                                line.notBefore(),
                                line.bytes(),
                                line.file(),
                                line.run()));
                offset += OutcomeCodec.encode(line).length;
            }
        }

        @Test
        void reports_damaged_lines_and_hides_nothing_after_them() throws IOException {
            byte[] line = OutcomeCodec.encode(Lines.success(1));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes(line);
            bytes.writeBytes(utf8("garbage\n"));
            bytes.writeBytes(Arrays.copyOf(line, 40));
            bytes.writeBytes(line);
            bytes.writeBytes(new byte[100]);
            bytes.writeBytes(utf8("\n\r\n\n"));
            bytes.writeBytes(line);
            Files.write(path, bytes.toByteArray());

            List<OutcomeLine> read = new ArrayList<>();
            try (Journal journal = Journal.open(path, null)) {
                JournalScan scan = journal.lines(read::add);
                assertThat(scan.lines()).isEqualTo(2);
                assertThat(scan.damaged()).isEqualTo(3);
                assertThat(scan.firstDamaged())
                        .extracting(Damage::offset)
                        .containsExactly((long) line.length, line.length + 8L, line.length * 2L + 48L);
                assertThat(scan.end()).isEqualTo(bytes.size());
            }
            assertThat(read).containsExactly(Lines.success(1), Lines.success(1));
        }

        @Test
        void survives_any_damage_to_single_lines() throws IOException {
            long seed = 17;
            Random random = new Random(seed);
            for (int round = 0; round < 200; round++) {
                byte[] bytes = journal(20);
                int hit = random.nextInt(20);
                int from = hit == 0 ? 0 : journal(hit).length;
                int to = journal(hit + 1).length - 1;
                for (int i = 0; i < 5; i++) {
                    byte value = (byte) random.nextInt(256);
                    bytes[from + random.nextInt(to - from)] = value == '\n' ? 0 : value;
                }
                Files.write(path, bytes);
                List<String> keys = keys();
                for (int i = 0; i < 20; i++) {
                    if (i != hit) {
                        assertThat(keys)
                                .as("seed %s, round %s", seed, round)
                                .contains(Lines.success(i).url());
                    }
                }
            }
        }

        @Test
        void passes_over_a_line_that_would_take_all_the_memory() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes(journal(1));
            bytes.writeBytes(new byte[LineScanner.MAX_LINE + 300_000]);
            bytes.write('\n');
            bytes.writeBytes(OutcomeCodec.encode(Lines.success(1)));
            Files.write(path, bytes.toByteArray());

            try (Journal journal = Journal.open(path, null)) {
                List<String> keys = new ArrayList<>();
                JournalScan scan = journal.entries(entry -> keys.add(entry.key()));
                assertThat(keys)
                        .containsExactly(
                                Lines.success(0).url(), Lines.success(1).url());
                assertThat(scan.firstDamaged())
                        .containsExactly(new Damage(journal(1).length, "the line is longer than 16777216 bytes"));
            }
        }

        @Test
        void reports_ten_damaged_lines_and_counts_all() throws IOException {
            Files.write(path, utf8("x\n".repeat(50)));
            Files.write(path, journal(1), java.nio.file.StandardOpenOption.APPEND);
            try (Journal journal = Journal.open(path, null)) {
                JournalScan scan = journal.entries(entry -> {});
                assertThat(scan.damaged()).isEqualTo(50);
                assertThat(scan.firstDamaged()).hasSize(10);
            }
        }

        @Test
        void needs_no_lock_and_changes_nothing_when_another_process_writes() throws IOException {
            byte[] bytes = Arrays.copyOf(journal(3), journal(3).length - 1);
            Files.write(path, bytes);
            List<OutcomeLine> read = new ArrayList<>();

            JournalScan scan = Journal.scan(path, read::add);

            assertThat(read).hasSize(2);
            assertThat(scan.tail()).isEqualTo(bytes.length - journal(2).length);
            assertThat(path).hasBinaryContent(bytes);
        }

        @Test
        void without_lock_is_refused_to_the_process_that_holds_it() {
            try (Journal journal = Journal.open(path, null)) {
                assertThatThrownBy(() -> Journal.scan(journal.path(), line -> {}))
                        .isInstanceOf(IllegalStateException.class);
            }
        }
    }

    @Nested
    class A_run_killed_at_any_byte {
        private void assertCompleteLines(byte[] whole, int length) throws IOException {
            // A new file each time: some file systems force one that was emptied and written again.
            Files.deleteIfExists(path);
            Files.write(path, Arrays.copyOf(whole, length));
            int complete = 0;
            int end = 0;
            for (int i = 0; i < length; i++) {
                if (whole[i] == '\n') {
                    complete++;
                    end = i + 1;
                }
            }
            List<OutcomeLine> read = new ArrayList<>();
            try (Journal journal = Journal.open(path, null)) {
                assertThat(journal.tailCut()).as("cut at %s", length).isEqualTo(length - end);
                JournalScan scan = journal.lines(read::add);
                assertThat(scan.damaged()).isZero();
            }
            assertThat(read).as("cut at %s", length).hasSize(complete);
            assertThat(Files.size(path)).isEqualTo(end);
        }

        @Test
        void loses_only_the_line_it_was_writing() throws IOException {
            byte[] whole = journal(30);
            for (int length = 0; length <= whole.length; length++) {
                assertCompleteLines(whole, length);
            }
        }

        @Test
        void loses_only_the_line_it_was_writing_in_a_large_journal() throws IOException {
            long seed = 23;
            Random random = new Random(seed);
            byte[] whole = journal(1_000);
            for (int i = 0; i < 500; i++) {
                assertCompleteLines(whole, random.nextInt(whole.length + 1));
            }
        }

        @Test
        void is_followed_by_whole_lines() throws IOException {
            byte[] two = journal(2);
            for (int length : new int[] {1, 100, two.length - 1, two.length}) {
                Files.write(path, Arrays.copyOf(two, length));
                try (Journal journal = Journal.open(path, null)) {
                    journal.writer().append(Lines.success(2));
                    journal.writer().append(Lines.success(3));
                }
                List<String> keys = keys();
                assertThat(keys.subList(keys.size() - 2, keys.size()))
                        .as("cut at %s", length)
                        .containsExactly(
                                Lines.success(2).url(), Lines.success(3).url());
            }
        }

        @Test
        void may_have_cut_a_character_in_the_middle() throws IOException {
            byte[] start = utf8("{\"v\":1,\"url\":\"http://a.example/日");
            Files.write(path, journal(2));
            Files.write(path, Arrays.copyOf(start, start.length - 1), java.nio.file.StandardOpenOption.APPEND);

            assertThat(keys())
                    .containsExactly(Lines.success(0).url(), Lines.success(1).url());
            assertThat(path).hasBinaryContent(journal(2));
        }
    }

    @Nested
    class A_file_is_refused {
        @Test
        void when_it_is_not_empty_and_has_no_journal_line() throws IOException {
            String reason = " is not empty and has no line of a journal; it is left as it is";
            for (String text : List.of("http://a.example/\n", "x", "\n", "[1]", "{}\n", "{}\n{\"v\":1,", " {\"v\":1")) {
                Files.writeString(path, text);
                assertRefused(reason);
            }
        }

        @Test
        void unless_it_is_one_unterminated_line_that_begins_with_a_brace() throws IOException {
            Files.writeString(path, "{\"v\":1,\"url\":\"http");
            assertThat(keys()).isEmpty();
            assertThat(path).isEmptyFile();
        }

        @Test
        void when_it_is_no_regular_file() throws IOException {
            Files.createDirectory(path);
            assertRefused(" is not a regular file");
        }

        @Test
        void when_its_folder_does_not_exist() throws IOException {
            path = folder.resolve("absent").resolve("journal");
            assertRefused(" does not exist, or its folder does not");
        }

        @Test
        void when_it_is_the_list_by_whatever_name() throws IOException {
            Path list = Files.write(folder.resolve("list"), journal(1));
            Path symbolic = Files.createSymbolicLink(folder.resolve("symbolic"), list);
            Path hard = Files.createLink(folder.resolve("hard"), list);
            for (Path name : List.of(list, symbolic, hard, folder.resolve(".").resolve("list"))) {
                for (Path journal : List.of(name, list)) {
                    Path other = journal.equals(name) ? list : name;
                    assertThatThrownBy(() -> Journal.open(journal, other))
                            .isInstanceOf(JournalUnusableException.class)
                            .hasMessage(journal + " is the URL list itself; the journal must be another file");
                    assertThatThrownBy(() -> Journal.setAside(journal, other))
                            .isInstanceOf(JournalUnusableException.class);
                }
            }
            assertThat(list).hasBinaryContent(journal(1));
        }

        @Test
        void when_this_process_holds_it_and_stays_locked() throws IOException {
            Path link = Files.createSymbolicLink(folder.resolve("link"), path);
            Journal journal = Journal.open(path, null);
            // No look at the file's bytes here: closing any channel on it would drop the lock.
            assertThatThrownBy(() -> Journal.open(path, null))
                    .isInstanceOf(JournalUnusableException.class)
                    .hasMessage(path + " is in use by another run");
            assertThatThrownBy(() -> Journal.open(link, null)).isInstanceOf(JournalUnusableException.class);
            assertThat(JournalProcess.tryOpen(path)).contains("is in use by another run");
            journal.close();
            journal.close();
            assertThat(JournalProcess.tryOpen(path)).contains("opened");
        }
    }

    @Nested
    class Setting_aside {
        @Test
        void renames_to_the_first_free_number() throws IOException {
            Files.writeString(folder.resolve("list.results.jsonl.1"), "kept");
            for (int lines = 1; lines <= 2; lines++) {
                Files.write(path, journal(lines));
                Path expected = folder.resolve("list.results.jsonl." + (lines + 1));
                assertThat(Journal.setAside(path, null)).contains(expected);
                assertThat(expected).hasBinaryContent(journal(lines));
                assertThat(path).doesNotExist();
            }
            assertThat(folder.resolve("list.results.jsonl.1")).hasContent("kept");
        }

        @Test
        void does_nothing_when_there_is_nothing() throws IOException {
            assertThat(Journal.setAside(path, null)).isEmpty();
            assertThat(path).doesNotExist();
            Files.createFile(path);
            assertThat(Journal.setAside(path, null)).isEmpty();
        }

        @Test
        void is_refused_while_a_run_holds_the_journal() {
            try (Journal journal = Journal.open(path, null)) {
                assertThatThrownBy(() -> Journal.setAside(journal.path(), null))
                        .isInstanceOf(JournalUnusableException.class);
            }
        }
    }
}
