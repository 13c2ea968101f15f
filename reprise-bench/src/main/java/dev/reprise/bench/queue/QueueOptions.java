package dev.reprise.bench.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What is measured, and how often.
 *
 * @param scenarios which
 * @param contenders the names of those that take part
 * @param rounds how many count; a warm-up goes before them
 * @param json whether the results are written as JSON
 */
record QueueOptions(Set<Scenario> scenarios, List<String> contenders, int rounds, boolean json) {
    private static final String ALLOWED = "allowed are --scenarios, --contenders, --rounds, --json";

    /** Reads the arguments; those that are left out mean everything, five rounds, and a Markdown table. */
    static QueueOptions parse(List<String> everyone, String... arguments) {
        Set<Scenario> scenarios = EnumSet.allOf(Scenario.class);
        List<String> contenders = everyone;
        int rounds = 5;
        boolean json = false;
        for (int i = 0; i < arguments.length; i++) {
            String option = arguments[i];
            switch (option) {
                case "--json" -> json = true;
                case "--scenarios" -> scenarios = scenarios(value(arguments, ++i));
                case "--contenders" -> contenders = contenders(everyone, value(arguments, ++i));
                case "--rounds" -> rounds = rounds(value(arguments, ++i));
                default -> throw new IllegalArgumentException("unknown option " + option + "; " + ALLOWED);
            }
        }
        return new QueueOptions(scenarios, contenders, rounds, json);
    }

    private static String value(String[] arguments, int index) {
        if (index == arguments.length) {
            throw new IllegalArgumentException(arguments[index - 1] + " needs a value");
        }
        return arguments[index];
    }

    private static Set<Scenario> scenarios(String value) {
        Set<Scenario> chosen = EnumSet.noneOf(Scenario.class);
        for (String word : words(value)) {
            chosen.add(Arrays.stream(Scenario.values())
                    .filter(scenario -> scenario.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("--scenarios: `" + word + "` is none of "
                            + Arrays.stream(Scenario.values())
                                    .map(Scenario::word)
                                    .toList())));
        }
        return chosen;
    }

    private static List<String> contenders(List<String> everyone, String value) {
        List<String> chosen = words(value);
        for (String word : chosen) {
            if (everyone.stream()
                    .noneMatch(name -> name.toLowerCase(Locale.ROOT).equals(word))) {
                throw new IllegalArgumentException("--contenders: `" + word + "` is none of " + everyone);
            }
        }
        return everyone.stream()
                .filter(name -> chosen.contains(name.toLowerCase(Locale.ROOT)))
                .toList();
    }

    private static int rounds(String value) {
        if (!value.matches("[1-9][0-9]?")) {
            throw new IllegalArgumentException("--rounds: `" + value + "` is not a number from 1 to 99");
        }
        return Integer.parseInt(value);
    }

    private static List<String> words(String value) {
        return new ArrayList<>(Arrays.asList(value.toLowerCase(Locale.ROOT).split(",", -1)));
    }
}
