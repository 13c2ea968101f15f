package dev.reprise.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Measured rows as a Markdown table, each beside the yardstick.
 *
 * @param yardstick the name of the row that the others are compared with
 * @param rows all rows, the yardstick too
 */
record Measurements(String yardstick, List<Row> rows) {

    /**
     * One measured row.
     *
     * @param name the benchmark's method
     * @param parameter its value, or empty
     * @param bestNanos of all iterations of all forks: what the code costs where nothing else runs
     * @param medianNanos of the same
     * @param meanNanos of the same
     * @param errorNanos half the width of the 99.9 % confidence interval of the mean
     * @param cpuNanos processor time of the whole JVM, the median
     * @param bytes allocated each call
     */
    record Row(
            String name,
            String parameter,
            double bestNanos,
            double medianNanos,
            double meanNanos,
            double errorNanos,
            double cpuNanos,
            double bytes) {}

    String toMarkdown() {
        Row unit = rows.stream()
                .filter(row -> row.name().equals(yardstick))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no row " + yardstick + " was measured"));
        List<String> lines = new ArrayList<>();
        lines.add("| what | failures | best ns | ratio | median ns | ratio | mean ns | 99.9 % error | bytes |");
        lines.add("|---|---|---|---|---|---|---|---|---|");
        rows.stream()
                .sorted(Comparator.comparing(row -> !row.name().equals(yardstick)))
                .map(row -> String.format(
                        Locale.ROOT,
                        "| %s | %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.0f |",
                        row.name(),
                        row.parameter(),
                        row.bestNanos(),
                        row.bestNanos() / unit.bestNanos(),
                        row.medianNanos(),
                        row.medianNanos() / unit.medianNanos(),
                        row.meanNanos(),
                        row.errorNanos(),
                        row.bytes()))
                .forEach(lines::add);
        return String.join("\n", lines);
    }
}
