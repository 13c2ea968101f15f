package dev.reprise.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measured calls as a Markdown table: of each kind of call its yardstick first, and the others beside it.
 *
 * @param rows all rows, the yardsticks too
 */
record CallTable(List<Row> rows) {

    /**
     * One measured row.
     *
     * @param what the kind of call
     * @param who makes it
     * @param yardstick whether the other rows of the kind are compared with this one
     * @param measured what came out
     */
    record Row(String what, String who, boolean yardstick, Measurements.Row measured) {}

    String toMarkdown() {
        List<String> lines = new ArrayList<>();
        lines.add(
                "| what | who | best ns | ratio | over, ns | median ns | ratio | 99.9 % error | CPU ns | ratio | bytes |");
        lines.add("|---|---|---|---|---|---|---|---|---|---|---|");
        Map<String, List<Row>> kinds = new LinkedHashMap<>();
        rows.forEach(row ->
                kinds.computeIfAbsent(row.what(), what -> new ArrayList<>()).add(row));
        kinds.forEach((what, kind) -> lines.addAll(lines(what, kind)));
        return String.join("\n", lines);
    }

    private static List<String> lines(String what, List<Row> kind) {
        List<Row> sorted = kind.stream()
                .sorted(Comparator.comparing((Row row) -> !row.yardstick())
                        .thenComparingDouble(row -> row.measured().bestNanos()))
                .toList();
        Row first = sorted.get(0);
        if (!first.yardstick()) {
            throw new IllegalStateException("no yardstick of '" + what + "' was measured");
        }
        return sorted.stream()
                .map(row -> line(row.yardstick() ? what : "", row, first.measured()))
                .toList();
    }

    private static String line(String what, Row row, Measurements.Row unit) {
        Measurements.Row measured = row.measured();
        return String.format(
                Locale.ROOT,
                "| %s | %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.0f |",
                what,
                row.who(),
                measured.bestNanos(),
                measured.bestNanos() / unit.bestNanos(),
                measured.bestNanos() - unit.bestNanos(),
                measured.medianNanos(),
                measured.medianNanos() / unit.medianNanos(),
                measured.errorNanos(),
                measured.cpuNanos(),
                measured.cpuNanos() / unit.cpuNanos(),
                measured.bytes());
    }
}
