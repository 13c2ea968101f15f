package dev.reprise.jobs.store;

import java.util.List;

/** Reads tables that people can read. */
final class TextTable {
    private TextTable() {}

    /** {@return the rows below the head, each a list of trimmed cells} */
    static List<List<String>> parse(String text) {
        return text.lines()
                .filter(line -> line.contains("|") && !line.matches("[|\\s:-]+"))
                .skip(1)
                .map(TextTable::cells)
                .toList();
    }

    static List<String> cells(String line) {
        String inner = line.strip();
        inner = inner.startsWith("|") ? inner.substring(1) : inner;
        inner = inner.endsWith("|") ? inner.substring(0, inner.length() - 1) : inner;
        return List.of(inner.split("\\|", -1)).stream().map(String::strip).toList();
    }
}
