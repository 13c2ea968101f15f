package dev.reprise.cli;

import java.util.ArrayList;
import java.util.List;

/** Puts numbers into sentences. */
final class Words {
    private Words() {}

    static String count(long number, String noun) {
        return plural(number, noun, noun + "s");
    }

    static String plural(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }

    /** Breaks a text into lines; the first begins with the lead, the others are indented as far. */
    static List<String> wrap(String lead, String text, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(lead);
        for (String word : text.split(" ", -1)) {
            if (line.length() > lead.length() && line.length() + word.length() >= width) {
                lines.add(line.toString());
                line = new StringBuilder(" ".repeat(lead.length()));
            }
            line.append(line.length() == lead.length() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
