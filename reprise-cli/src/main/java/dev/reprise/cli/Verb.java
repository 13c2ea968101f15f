package dev.reprise.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** The verbs of the command. Only what a command line needs is made: reading annotations takes time at every start. */
enum Verb {
    DEMO,
    FETCH,
    RETRY,
    SCHEDULE,
    EXPLAIN,
    POLICY;

    /** Adds the verb that the command line begins with; all of them if it begins with none. */
    static void addTo(CommandLine line, Console console, String... arguments) {
        Optional<Verb> named = Arrays.stream(values())
                .filter(verb -> arguments.length > 0 && verb.word().equals(arguments[0]))
                .findFirst();
        for (Verb verb : named.map(List::of).orElse(List.of(values()))) {
            line.addSubcommand(verb.command(console));
        }
    }

    static String words() {
        return Arrays.stream(values()).map(Verb::word).collect(Collectors.joining(", "));
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    private Object command(Console console) {
        return switch (this) {
            case DEMO -> new DemoCommand(console);
            case FETCH -> new FetchCommand(console);
            // The options of the command that is run are none of ours.
            case RETRY -> new CommandLine(new RetryCommand(console)).setStopAtPositional(true);
            case SCHEDULE -> new ScheduleCommand(console);
            case EXPLAIN -> new ExplainCommand(console);
            case POLICY -> new CommandLine(new PolicyCommand()).addSubcommand(new PolicyCheckCommand(console));
        };
    }
}
