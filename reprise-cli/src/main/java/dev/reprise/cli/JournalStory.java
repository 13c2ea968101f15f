package dev.reprise.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What became of one URL, as its outcome line tells it.
 *
 * @param line the outcome line
 */
record JournalStory(Map<String, Object> line) {
    private static final int WIDTH = 100;

    /** Picks one URL that was sent again and came through, one left for a later run, and one that failed for good. */
    static List<JournalStory> three(Stream<String> journal) {
        List<JournalStory> all = journal.map(Json::read).map(JournalStory::new).toList();
        List<Predicate<JournalStory>> kinds = List.of(
                story -> story.is("success") && story.beganWith(429),
                story -> story.is("deferred")
                        && story.line.containsKey("notBefore")
                        && !story.attempts().isEmpty(),
                story -> story.is("failed"));
        return kinds.stream()
                .flatMap(kind -> all.stream().filter(kind).limit(1))
                .toList();
    }

    /** Tells it, attempt by attempt. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        Object notBefore = line.get("notBefore");
        lines.add("  " + line.get("url") + ": " + line.get("outcome")
                + (notBefore == null ? "" : ", not before " + notBefore));
        for (Object attempt : attempts()) {
            Map<?, ?> member = (Map<?, ?>) attempt;
            Object why = Objects.requireNonNullElse(member.get("why"), member.get("status") + ": success");
            lines.addAll(Words.wrap("    attempt " + member.get("n") + "  ", why.toString(), WIDTH));
        }
        return lines;
    }

    private boolean beganWith(long status) {
        return attempts().size() > 1
                && attempts().get(0) instanceof Map<?, ?> first
                && Objects.equals(first.get("status"), status);
    }

    private boolean is(String outcome) {
        return outcome.equals(line.get("outcome"));
    }

    private List<?> attempts() {
        return (List<?>) Objects.requireNonNullElse(line.get("attempts"), List.of());
    }
}
