package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestWordTest {
    private static final List<String> KNOWN = List.of("--version", "--verbose", "--seed", "--save", "-n", "fetch");

    @Test
    void forgives_a_missing_a_wrong_a_spare_and_two_swapped_letters() {
        assertThat(NearestWord.of("--sed", KNOWN)).isEqualTo("--seed");
        assertThat(NearestWord.of("fetsh", KNOWN)).isEqualTo("fetch");
        assertThat(NearestWord.of("--seeed", KNOWN)).isEqualTo("--seed");
        assertThat(NearestWord.of("--versoin", KNOWN)).isEqualTo("--version");
    }

    @Test
    void says_nothing_if_nothing_is_near() {
        assertThat(NearestWord.of("bananas", KNOWN)).isNull();
        assertThat(NearestWord.of("", KNOWN)).isNull();
    }
}
