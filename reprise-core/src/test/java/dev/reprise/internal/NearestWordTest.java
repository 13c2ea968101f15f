package dev.reprise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestWordTest {
    private static final List<String> KNOWN = List.of("base", "factor", "max", "limit");

    @Test
    void the_word_with_the_fewest_letters_to_change_is_asked_for() {
        assertThat(NearestWord.of("bas", KNOWN)).isEqualTo("base");
        assertThat(NearestWord.of("ffactor", KNOWN)).isEqualTo("factor");
        assertThat(NearestWord.of("mux", KNOWN)).isEqualTo("max");
        assertThat(NearestWord.of("limti", KNOWN)).isEqualTo("limit");
        assertThat(NearestWord.of("timit", KNOWN)).isEqualTo("limit");
        assertThat(NearestWord.of("kitten", List.of("sitting", "kit", "written")))
                .isEqualTo("written");
    }

    @Test
    void a_word_that_begins_with_what_was_given_wins() {
        assertThat(NearestWord.of("expo", List.of("none", "exponential"))).isEqualTo("exponential");
        assertThat(NearestWord.of("indef", List.of("index", "indefinite"))).isEqualTo("indefinite");
    }

    @Test
    void a_word_with_every_letter_changed_is_another_word() {
        assertThat(NearestWord.of("xyz", KNOWN)).isNull();
        assertThat(NearestWord.of("bananas", KNOWN)).isNull();
        assertThat(NearestWord.of("", KNOWN)).isNull();
        assertThat(NearestWord.of("x", List.of())).isNull();
    }

    @Test
    void of_equally_near_words_the_first_is_taken() {
        assertThat(NearestWord.of("bb", List.of("ab", "cb"))).isEqualTo("ab");
    }

    @Test
    void the_question_leads_over_to_what_is_allowed() {
        assertThat(NearestWord.ask("max")).isEqualTo("did you mean `max`? Allowed is ");
        assertThat(NearestWord.ask(null)).isEqualTo("allowed is ");
    }
}
