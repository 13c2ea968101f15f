package dev.reprise.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LineSearchTest {
    /** Tries all the ways to cut a line into seven. */
    private static final String SLOW = "^(.*)(.*)(.*)(.*)(.*)(.*)(.*)z$";

    @Test
    void a_line_is_found_wherever_the_chunks_are_cut() throws Exception {
        byte[] text = "one\ntwö: 22\nthree".getBytes(UTF_8);
        for (int cut = 1; cut <= text.length; cut++) {
            LineSearch search = new LineSearch(Pattern.compile("^twö: ([0-9]+)$"));
            for (int from = 0; from < text.length; from += cut) {
                byte[] chunk = Arrays.copyOfRange(text, from, Math.min(text.length, from + cut));
                search.feed(chunk, chunk.length);
            }
            assertThat(search.found()).as("chunks of %d", cut).isTrue();
            assertThat(search.lastGroup()).isEqualTo("22");
        }
    }

    @Test
    void a_line_that_has_not_ended_counts_and_a_carriage_return_does_not() throws Exception {
        assertThat(search("^ready$", "not ready\r\nready").found()).isTrue();
        assertThat(search("^ready$", "ready\r\nmore\n").found()).isTrue();
        assertThat(search("^ready$", "not ready\n").found()).isFalse();
    }

    @Test
    void nothing_is_found_in_no_output_and_no_line_follows_the_last_line_feed() throws Exception {
        assertThat(search("^$", "").found()).isFalse();
        assertThat(search("^$", "one\n").found()).isFalse();
        assertThat(search("^$", "one\n\n").found()).isTrue();
        assertThat(search("(.*)", "wait 7\n").lastGroup()).isEqualTo("wait 7");
    }

    @Test
    void the_last_match_counts() throws Exception {
        assertThat(search("wait (\\d+)", "wait 1\nwait 2\nno\n").lastGroup()).isEqualTo("2");
    }

    @Test
    void a_group_that_took_no_part_is_none() throws Exception {
        LineSearch search = search("wait( \\d+)?", "wait\n");
        assertThat(search.found()).isTrue();
        assertThat(search.lastGroup()).isNull();
    }

    @Test
    void a_line_without_an_end_is_searched_in_pieces_that_overlap() throws Exception {
        LineSearch search = new LineSearch(Pattern.compile("needle"));
        byte[] hay = "h".repeat((1 << 16) - 3).getBytes(UTF_8);
        search.feed(hay, hay.length);
        search.feed("needle".getBytes(UTF_8), 6);
        search.feed(hay, hay.length);
        search.feed(hay, hay.length);
        assertThat(search.found()).isTrue();
    }

    @Test
    void a_search_that_takes_too_long_finds_nothing_and_the_next_line_is_searched() throws Exception {
        LineSearch search = search(SLOW, "a".repeat(60) + "b\naaz\n");
        assertThat(search.found()).isTrue();
        assertThat(search.lastGroup()).isEqualTo("aa");
        assertThat(search.trouble()).isEqualTo("`" + SLOW + "` takes too long on a line, which counts as no match");
        assertThat(search(SLOW, "az\n".repeat(9)).trouble()).isNull();
    }

    @Test
    void many_slow_lines_take_less_and_less() throws Exception {
        assertThat(search(SLOW, ("a".repeat(60) + "b\n").repeat(1000)).found()).isFalse();
    }

    @Test
    void a_search_that_needs_too_deep_a_recursion_finds_nothing() throws Exception {
        Thread[] shallow = new Thread[1];
        String[] trouble = new String[1];
        shallow[0] = new Thread(
                null,
                () -> trouble[0] =
                        search("(?:a|b)*c", "ab".repeat(30_000) + "\n").trouble(),
                "shallow",
                1 << 18);
        shallow[0].start();
        shallow[0].join();
        assertThat(trouble[0]).isEqualTo("`(?:a|b)*c` needs too deep a recursion on a line, which counts as no match");
    }

    @Test
    void the_end_of_a_very_long_line_is_searched_however_slow_its_beginning_is() throws Exception {
        LineSearch search = search(".*(rea.y).*", "x".repeat(1_000_000) + "ready");
        assertThat(search.found()).isTrue();
        assertThat(search.lastGroup()).isEqualTo("ready");
    }

    @Test
    void a_search_that_is_stopped_ends_at_once_and_is_not_spoken_of() throws Exception {
        LineSearch search = new LineSearch(Pattern.compile("ready"));
        search.stop();
        search.feed("ready\n".getBytes(UTF_8), 6);
        assertThat(search.found()).isFalse();
        assertThat(search.trouble()).isNull();
    }

    private static LineSearch search(String regex, String text) {
        LineSearch search = new LineSearch(Pattern.compile(regex));
        byte[] bytes = text.getBytes(UTF_8);
        search.feed(bytes, bytes.length);
        return search;
    }
}
