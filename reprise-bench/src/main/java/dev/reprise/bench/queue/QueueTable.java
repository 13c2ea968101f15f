package dev.reprise.bench.queue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What was measured, in the order in which it was first measured. */
final class QueueTable {
    private final Map<String, Row> rows = new LinkedHashMap<>();

    /**
     * One contender at one task.
     *
     * @param what the task
     * @param who the contender
     * @param unit of the values
     * @param values one of each round that counts
     */
    record Row(String what, String who, String unit, List<Double> values) {

        double median() {
            List<Double> sorted = values.stream().sorted().toList();
            int half = sorted.size() / 2;
            return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
        }
    }

    void add(String what, String who, String unit, double value) {
        rows.computeIfAbsent(what + "\n" + who, key -> new Row(what, who, unit, new ArrayList<>()))
                .values()
                .add(value);
    }

    /** Returns the rows, those of one task together. */
    List<Row> rows() {
        return rows.values().stream()
                .collect(Collectors.groupingBy(Row::what, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .flatMap(List::stream)
                .toList();
    }

    /** Returns the table, with the ratio of each median to that of {@code yardstick} at the same task, where there is one. */
    String toMarkdown(String yardstick) {
        List<String> lines = new ArrayList<>();
        lines.add("| what | who | median | unit | to " + yardstick + " | each round |");
        lines.add("|---|---|---|---|---|---|");
        for (Row row : rows()) {
            String ratio = rows().stream()
                    .filter(other ->
                            other.what().equals(row.what()) && other.who().equals(yardstick))
                    .map(unit -> String.format(Locale.ROOT, "%.3f", row.median() / unit.median()))
                    .findFirst()
                    .orElse("");
            lines.add("| " + row.what() + " | " + row.who() + " | " + number(row.median()) + " | " + row.unit() + " | "
                    + ratio + " | "
                    + row.values().stream().map(QueueTable::number).collect(Collectors.joining("; ")) + " |");
        }
        return String.join("\n", lines);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
    }
}
