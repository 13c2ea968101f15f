package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class HeaderValueTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("TOKEN", "s3cret\n");

    @Test
    void splits_at_the_first_colon() {
        assertThat(read("X-Time:  10:30 ")).isEqualTo(new HeaderValue("X-Time", "10:30"));
        assertThat(read("X-Empty:")).isEqualTo(new HeaderValue("X-Empty", ""));
    }

    @Test
    void refuses_what_has_no_name() {
        for (String text : List.of("", "Authorization", ": value", " : value")) {
            assertThatThrownBy(() -> read(text)).isInstanceOf(TypeConversionException.class);
        }
    }

    @Test
    void takes_the_last_word_from_the_environment() {
        assertThat(read("Authorization: env:TOKEN").resolved(ENVIRONMENT)).isEqualTo("s3cret");
        assertThat(read("Authorization: Bearer env:TOKEN").resolved(ENVIRONMENT))
                .isEqualTo("Bearer s3cret");
        assertThat(read("X-Note: see env:TOKEN there").resolved(ENVIRONMENT)).isEqualTo("see env:TOKEN there");
        assertThat(read("X-Note: xenv:TOKEN").resolved(ENVIRONMENT)).isEqualTo("xenv:TOKEN");
    }

    @Test
    void refuses_a_variable_that_is_not_set() {
        assertThatThrownBy(() -> read("Authorization: env:NOBODY").resolved(ENVIRONMENT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "-H Authorization: the environment variable `NOBODY` is not set; allowed is one that holds the"
                                + " value");
    }

    @Test
    void knows_which_headers_are_secret() {
        assertThat(read("authorization: Bearer x").isLeaked()).isTrue();
        assertThat(read("Cookie: a=b").isLeaked()).isTrue();
        assertThat(read("Authorization: Bearer env:TOKEN").isLeaked()).isFalse();
        assertThat(read("Accept: text/html").isLeaked()).isFalse();
    }

    private static HeaderValue read(String text) {
        return new HeaderValue.Reader().convert(text);
    }
}
