package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class MainTest {
    /** Arguments, then the one line that refuses them. */
    private static final List<String> REFUSED = List.of(
            "schedul | reprise: unknown word `schedul`; did you mean `schedule`?",
            "--versoin | reprise: unknown option `--versoin`; did you mean `--version`?",
            "schedule | reprise schedule: SCHEDULE: missing",
            "schedule none --sed x | reprise schedule: unknown option `--sed`; did you mean `--seed`?",
            "schedule none -n 0 | reprise schedule: -n: `0` is refused; allowed is a whole number from 1 to 1000000",
            "schedule none -n many | reprise schedule: -n: `many` is refused; allowed is a whole number from 1 to 1000000",
            "schedule none --csv --json | reprise schedule: --csv, --json are mutually exclusive (specify only one)",
            "schedule nine | reprise schedule: SCHEDULE: unknown word `nine`; did you mean `none`? Allowed is exponential,"
                    + " linear, constant, steps, none",
            "retry | reprise retry: COMMAND: missing",
            "retry --atempts 3 x | reprise retry: unknown option `--atempts`; did you mean `--attempts`?",
            "retry --attempts 0 x | reprise retry: --attempts: `0` is refused; allowed is a whole number from 1 to 32766",
            "retry --retry-on 1,x x | reprise retry: --retry-on: `x` is refused; allowed is a whole number from 1 to 255",
            "retry --stop-on 0 x | reprise retry: --stop-on: `0` is refused; allowed is a whole number from 1 to 255",
            "retry --retry-on 1,75 --stop-on 75 x | reprise retry: --retry-on 1,75 and --stop-on 75: both name 75; allowed"
                    + " is one of them for a status",
            "retry --until-output a[b x | reprise retry: --until-output: `a[b` is no regular expression: Unclosed character"
                    + " class at position 3",
            "retry --hint-from stdin:(x) x | reprise retry: --hint-from: `stdin:(x)` is refused; allowed is stderr:REGEX or"
                    + " stdout:REGEX, such as stderr:'Retry-After: (.*)'",
            "retry --hint-from stderr:x x | reprise retry: --hint-from: `x` has no group; allowed is a regular expression"
                    + " whose first group is the time, such as 'Retry-After: (.*)'",
            "retry --kill-after 1s x | reprise retry: --kill-after without --timeout: nothing would be killed",
            "retry --budget 0s x | reprise retry: --budget: `0s` is refused; allowed is 1ms or more",
            "retry --timeout 30 x | reprise retry: --timeout: `30` is refused; say the unit, such as 30s",
            "retry --kill-after 5 x | reprise retry: --kill-after: `5` is refused; say the unit, such as 5s",
            "retry x a\uFFFDb | reprise retry: COMMAND: `a\uFFFDb` has bytes that the encoding of the locale, "
                    + System.getProperty("sun.jnu.encoding")
                    + ", does not know, and they would not reach the command as"
                    + " they are; allowed are words in that encoding",
            "retry --stdin all x | reprise retry: --stdin: `all` is refused; allowed is first or buffer",
            "retry --report /nowhere/r.json x | reprise retry: --report: `/nowhere/r.json` cannot be written; allowed is a"
                    + " file in a folder that exists and can be written",
            "retry --report / x | reprise retry: --report: `/` is a folder; allowed is a file",
            "policy | reprise policy: no verb is given; allowed is check",
            "policy chek | reprise policy: unknown word `chek`; did you mean `check`?",
            "explain | reprise explain: SIGNAL: missing; allowed is one of a status, a tag, or --exception CLASS",
            "explain 404 --exception X | reprise explain: SIGNAL and --exception: both given; allowed is one of a status, a"
                    + " tag, or --exception CLASS",
            "explain 42 | reprise explain: SIGNAL: `42` is refused; allowed is a status from 100 to 999, or a tag",
            "explain 1000 | reprise explain: SIGNAL: `1000` is refused; allowed is a status from 100 to 999, or a tag",
            "explain 503 --now today | reprise explain: --now: `today` is refused; allowed is an instant such as"
                    + " 2026-11-30T08:30:00Z",
            "explain 503 --max-wait 1.5h | reprise explain: --max-wait: `1.5h` is not a duration; allowed is a whole number"
                    + " of milliseconds, or numbers with units (w, d, h, m, s, ms, us, ns) such as 500ms or 1m30s, or 15"
                    + " minutes, or PT15M");

    @TestFactory
    Stream<DynamicTest> a_usage_error_is_one_clear_line_and_a_pointer_to_help() {
        return REFUSED.stream()
                .map(row -> row.split(" \\| ", 2))
                .map(row -> DynamicTest.dynamicTest(row[0], () -> {
                    Cli refused = Cli.run(row[0].split(" ", -1));
                    assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
                    assertThat(refused.out()).isEmpty();
                    assertThat(refused.err())
                            .startsWith(row[1] + "\nSee `reprise ")
                            .endsWith("--help`.\n");
                    assertThat(refused.err().lines()).hasSize(2);
                }));
    }

    @Test
    void no_verb_is_refused_and_names_all_verbs() {
        Cli refused = Cli.run();
        assertThat(refused.code()).isEqualTo(ExitCode.USAGE);
        for (Verb verb : Verb.values()) {
            assertThat(refused.err()).contains(verb.word());
        }
    }

    @Test
    void help_names_every_verb() {
        String help = Cli.run("--help").data();
        for (Verb verb : Verb.values()) {
            assertThat(help).containsPattern("(?m)^  " + verb.word() + " ");
        }
    }

    @TestFactory
    Stream<DynamicTest> every_verb_explains_itself() {
        return Stream.of(Verb.values())
                .map(verb -> DynamicTest.dynamicTest(
                        verb.word(),
                        () -> assertThat(Cli.run(verb.word(), "--help").data())
                                .startsWith("Usage: reprise " + verb.word())));
    }

    @Test
    void version_names_the_command_and_java() {
        assertThat(Cli.run("--version").data()).startsWith("reprise ").contains(", Java ");
    }
}
