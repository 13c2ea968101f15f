package dev.reprise.fetch.internal.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UrlListTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path folder;

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private UrlList list(byte[] bytes) throws IOException {
        return UrlList.open(Files.write(folder.resolve("list.txt"), bytes));
    }

    private static List<ListLine> all(UrlList list) throws IOException {
        List<ListLine> lines = new ArrayList<>();
        for (@Nullable ListLine line = list.next(); line != null; line = list.next()) {
            lines.add(line);
        }
        return lines;
    }

    private List<String> texts(String content) throws IOException {
        try (UrlList list = list(utf8(content))) {
            return all(list).stream().map(ListLine::text).toList();
        }
    }

    // aria2/aria2#2021 (BOM and CRLF), ytdl-org/youtube-dl#26813 (BOM, blank lines).
    @Test
    void byte_order_mark_crlf_blank_lines_and_a_missing_final_newline_are_understood() throws IOException {
        try (UrlList list =
                list(utf8("\uFEFFhttp://a.example/\r\n\r\n  \t\r\nhttp://b.example/\r\n\nhttp://c.example/"))) {
            assertThat(all(list))
                    .containsExactly(
                            new ListLine(0, "http://a.example/", null),
                            new ListLine(29, "http://b.example/", null),
                            new ListLine(49, "http://c.example/", null));
            assertThat(list.lines()).isEqualTo(6);
            assertThat(list.blank()).isEqualTo(3);
            assertThat(list.comments()).isZero();
        }
    }

    @Test
    void a_byte_order_mark_in_the_middle_of_concatenated_lists_is_understood() throws IOException {
        assertThat(texts("http://a.example/\n\uFEFFhttp://b.example/\n\uFEFF# c\n"))
                .containsExactly("http://a.example/", "http://b.example/");
    }

    // ytdl-org/youtube-dl#8315: a number sign is also a fragment.
    @Test
    void a_number_sign_begins_a_comment_at_line_start_and_after_white_space_only() throws IOException {
        String content =
                "# all\n  # indented\nhttp://a.example/#frag\nhttp://b.example/ # why\nhttp://c.example/\t#why#\n#";
        try (UrlList list = list(utf8(content))) {
            assertThat(all(list))
                    .extracting(ListLine::text)
                    .containsExactly("http://a.example/#frag", "http://b.example/", "http://c.example/");
            assertThat(list.comments()).isEqualTo(3);
            assertThat(list.blank()).isZero();
            assertThat(list.lines()).isEqualTo(6);
        }
    }

    @Test
    void inner_spaces_stay_in_the_text() throws IOException {
        assertThat(texts(" http://a.example/x y \n")).containsExactly("http://a.example/x y");
    }

    @Test
    void an_empty_list_has_no_lines() throws IOException {
        try (UrlList list = list(new byte[0])) {
            assertThat(list.next()).isNull();
            assertThat(list.next()).isNull();
            assertThat(list.lines()).isZero();
        }
    }

    @Test
    void a_line_that_is_not_utf_8_is_reported_and_the_next_one_is_read() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(utf8("http://a.example/"));
        bytes.write(0xE4);
        bytes.writeBytes(utf8("\nhttp://b.example/\uFFFD\n"));

        assertThat(all(list(bytes.toByteArray())))
                .containsExactly(
                        new ListLine(0, "http://a.example/\uFFFD", "the line is not UTF-8"),
                        new ListLine(19, "http://b.example/\uFFFD", null));
    }

    @Test
    void a_line_that_is_too_long_is_reported_with_its_beginning_and_the_next_one_is_read() throws IOException {
        for (int length : new int[] {UrlList.MAX_LINE + 1, 4 * UrlList.MAX_LINE, 4 * UrlList.MAX_LINE + 1, 1_500_000}) {
            String head = "http://a.example/";
            String content = head + "x".repeat(length - head.length()) + "\nhttp://b.example/";
            try (UrlList list = list(utf8(content))) {
                List<ListLine> lines = all(list);

                assertThat(lines).hasSize(2);
                assertThat(lines.get(0).text()).isEqualTo(content.substring(0, LineText.SHOWN));
                assertThat(lines.get(0).problem()).isEqualTo("the line is longer than 65536 bytes");
                assertThat(lines.get(1)).isEqualTo(new ListLine(length + 1, "http://b.example/", null));
                assertThat(list.lines()).isEqualTo(2);
                assertThat(list.readBack(0)).isEqualTo(lines.get(0));
            }
        }
    }

    @Test
    void a_line_of_the_greatest_length_is_a_url() throws IOException {
        String text = "http://a.example/".concat("x".repeat(UrlList.MAX_LINE - 17));
        try (UrlList list = list(utf8("\n" + text + "\n"))) {
            assertThat(list.next()).isEqualTo(new ListLine(1, text, null));
            assertThat(list.readBack(1)).isEqualTo(new ListLine(1, text, null));
        }
    }

    @Test
    void a_long_comment_is_a_comment_and_a_long_remark_hides_no_url() throws IOException {
        String remark = "#" + "x".repeat(300_000) + "\n";
        try (UrlList list = list(utf8(remark + "http://a.example/ " + remark + "http://b.example/"))) {
            assertThat(all(list)).extracting(ListLine::text).containsExactly("http://a.example/", "http://b.example/");
            assertThat(list.comments()).isOne();
            assertThat(list.lines()).isEqualTo(3);
        }
    }

    @Test
    void every_line_is_read_back_by_its_offset_by_many_threads() throws Exception {
        long seed = 42;
        Random random = new Random(seed);
        StringBuilder content = new StringBuilder();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            String url = "http://h" + i + ".example/" + "ü".repeat(random.nextInt(random.nextInt(50) == 0 ? 3000 : 30));
            expected.add(url);
            content.append(" ".repeat(random.nextInt(3))).append(url).append(random.nextBoolean() ? " # x" : "");
            content.append(random.nextBoolean() ? "\r\n" : "\n").append(random.nextInt(9) == 0 ? "\n#\n" : "");
        }
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (UrlList list = list(utf8(content.toString()))) {
            List<ListLine> lines = all(list);
            assertThat(lines).as("seed " + seed).extracting(ListLine::text).isEqualTo(expected);
            List<Future<Boolean>> checks = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                Random order = new Random(seed + t);
                checks.add(threads.submit(() -> {
                    for (int i = 0; i < 5_000; i++) {
                        ListLine line = lines.get(order.nextInt(lines.size()));
                        if (!list.readBack(line.offset()).equals(line)) {
                            return false;
                        }
                    }
                    return true;
                }));
            }
            for (Future<Boolean> check : checks) {
                assertThat(check.get()).as("seed " + seed).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void an_interrupted_reader_leaves_the_list_open_for_the_others() throws IOException {
        try (UrlList list = list(utf8("http://a.example/\n"))) {
            Thread.currentThread().interrupt();
            assertThat(list.readBack(0).text()).isEqualTo("http://a.example/");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(list.readBack(0).text()).isEqualTo("http://a.example/");
        }
    }

    @Test
    void a_line_that_is_gone_reads_back_empty() throws IOException {
        try (UrlList list = list(utf8("http://a.example/\n"))) {
            assertThat(list.readBack(1000)).isEqualTo(new ListLine(1000, "", null));
        }
    }

    @Test
    void standard_input_is_spooled_and_read_as_a_file() throws IOException {
        Path spool = folder.resolve("journal.list");
        Files.writeString(spool, "an older and longer spool file of another run");
        try (UrlList list = UrlList.spool(new ByteArrayInputStream(utf8("http://a.example/\n")), spool)) {
            assertThat(all(list)).containsExactly(new ListLine(0, "http://a.example/", null));
            assertThat(spool).hasContent("http://a.example/\n");
        }
    }

    @Test
    void one_url_is_a_list_of_one_line() throws IOException {
        try (UrlList list = UrlList.single("http://a.example/ü")) {
            assertThat(all(list)).containsExactly(new ListLine(0, "http://a.example/ü", null));
            assertThat(list.lines()).isOne();
            assertThat(list.readBack(0).text()).isEqualTo("http://a.example/ü");
        }
    }

    @Test
    void what_is_no_regular_file_is_refused() {
        assertThatThrownBy(() -> UrlList.open(folder))
                .isInstanceOf(IOException.class)
                .hasMessage(folder + " is not a regular file");
        assertThatThrownBy(() -> UrlList.open(folder.resolve("absent"))).isInstanceOf(IOException.class);
    }
}
