package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PolicyCheckCommandTest {
    @Test
    void warns_that_nothing_stops_an_indefinite_policy() {
        Cli check = Cli.run("policy", "check", "indefinite exponential base=1m");
        assertThat(check.code()).isEqualTo(ExitCode.REMARKS);
        assertThat(check.out()).isEqualTo("""
                        indefinite attempts=3 bound=1d hint=atleast exponential base=1m
                        warning: nothing stops an indefinite policy without a deadline and without a time budget
                        """);
    }

    @Test
    void a_deadline_stops_an_indefinite_policy() {
        assertThat(Cli.run("policy", "check", "indefinite exponential base=1m", "--deadline", "1d")
                        .code())
                .isEqualTo(ExitCode.OK);
    }

    @Test
    void the_total_wait_is_a_note_and_no_warning() {
        assertThat(Cli.run("policy", "check", "attempts=3 constant 1m").data()).isEqualTo("""
                        transient attempts=3 bound=1d hint=atleast constant 1m
                        note: the waits of 2 retries can add up to 2m, hints not counted
                        """);
    }

    @Test
    void json_keeps_warnings_and_notes_apart() {
        Cli check = Cli.run("policy", "check", "attempts=4 budget=1m constant 1m", "--json");
        assertThat(check.code()).isEqualTo(ExitCode.REMARKS);
        assertThat(check.out())
                .startsWith("{\"policy\":\"transient attempts=4 budget=1m bound=1d hint=atleast constant 1m\","
                        + "\"warnings\":[{\"code\":\"ATTEMPTS_OUT_OF_REACH\",\"words\":\"")
                .contains("\"notes\":[{\"code\":\"TOTAL_WAIT\",");
    }

    @Test
    void what_cannot_be_read_names_the_nearest_known_word() {
        Cli check = Cli.run("policy", "check", "indefinit exponential base=1m");
        assertThat(check.code()).isEqualTo(ExitCode.USAGE);
        assertThat(check.out()).isEmpty();
        assertThat(check.err())
                .startsWith("reprise policy check: POLICY: unknown word `indefinit`; did you mean `indefinite`?")
                .endsWith("See `reprise policy check --help`.\n");
    }

    @Test
    void settings_that_contradict_each_other_are_refused() {
        Cli check = Cli.run("policy", "check", "attempts=3 retries=2 constant 1s");
        assertThat(check.code()).isEqualTo(ExitCode.USAGE);
        assertThat(check.err()).contains("attempts and retries are both set");
    }
}
