package dev.reprise.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Prints rows as columns that end below each other. */
final class Columns {
    private static final String GAP = "  ";

    private final List<String[]> rows = new ArrayList<>();

    Columns(String... headings) {
        rows.add(headings);
    }

    void add(String... cells) {
        rows.add(cells);
    }

    void print(PrintStream out) {
        int[] widths = new int[rows.get(0).length];
        for (String[] row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(i == 0 ? "" : GAP)
                        .append(" ".repeat(widths[i] - row[i].length()))
                        .append(row[i]);
            }
            out.println(line);
        }
    }
}
