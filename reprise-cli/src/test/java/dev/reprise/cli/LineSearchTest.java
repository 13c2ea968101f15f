package dev.reprise.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LineSearchTest {
    @Test
    void a_line_is_found_wherever_the_chunks_are_cut() {
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
    void a_line_that_has_not_ended_counts_and_a_carriage_return_does_not() {
        assertThat(search("^ready$", "not ready\r\nready").found()).isTrue();
        assertThat(search("^ready$", "ready\r\nmore\n").found()).isTrue();
        assertThat(search("^ready$", "not ready\n").found()).isFalse();
    }

    @Test
    void nothing_is_found_in_no_output_and_no_line_follows_the_last_line_feed() {
        assertThat(search("^$", "").found()).isFalse();
        assertThat(search("^$", "one\n").found()).isFalse();
        assertThat(search("^$", "one\n\n").found()).isTrue();
        assertThat(search("(.*)", "wait 7\n").lastGroup()).isEqualTo("wait 7");
    }

    @Test
    void the_last_match_counts() {
        assertThat(search("wait (\\d+)", "wait 1\nwait 2\nno\n").lastGroup()).isEqualTo("2");
    }

    @Test
    void a_group_that_took_no_part_is_none() {
        LineSearch search = search("wait( \\d+)?", "wait\n");
        assertThat(search.found()).isTrue();
        assertThat(search.lastGroup()).isNull();
    }

    @Test
    void a_line_without_an_end_is_searched_in_pieces_that_overlap() {
        LineSearch search = new LineSearch(Pattern.compile("needle"));
        byte[] hay = "h".repeat((1 << 16) - 3).getBytes(UTF_8);
        search.feed(hay, hay.length);
        search.feed("needle".getBytes(UTF_8), 6);
        search.feed(hay, hay.length);
        search.feed(hay, hay.length);
        assertThat(search.found()).isTrue();
    }

    private static LineSearch search(String regex, String text) {
        LineSearch search = new LineSearch(Pattern.compile(regex));
        byte[] bytes = text.getBytes(UTF_8);
        search.feed(bytes, bytes.length);
        return search;
    }
}
