package dev.reprise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestWordTest {
    private static final List<String> KNOWN = List.of("base", "factor", "max", "limit");

    @Test
    void the_word_with_the_fewest_letters_to_change_is_asked_for() {
        assertThat(NearestWord.hint("bas", KNOWN)).isEqualTo("did you mean `base`?");
        assertThat(NearestWord.hint("ffactor", KNOWN)).isEqualTo("did you mean `factor`?");
        assertThat(NearestWord.hint("mux", KNOWN)).isEqualTo("did you mean `max`?");
        assertThat(NearestWord.hint("limti", KNOWN)).isEqualTo("did you mean `limit`?");
        assertThat(NearestWord.hint("timit", KNOWN)).isEqualTo("did you mean `limit`?");
        assertThat(NearestWord.hint("kitten", List.of("sitting", "kit", "written")))
                .isEqualTo("did you mean `written`?");
    }

    @Test
    void nothing_given_is_nearest_to_the_shortest_word() {
        assertThat(NearestWord.hint("", List.of("limit", "max", "factor"))).isEqualTo("did you mean `max`?");
    }

    @Test
    void of_equally_near_words_the_first_is_taken() {
        assertThat(NearestWord.hint("b", List.of("a", "c"))).isEqualTo("did you mean `a`?");
    }

    @Test
    void nothing_known_is_no_question() {
        assertThat(NearestWord.hint("x", List.of())).isEmpty();
    }
}
