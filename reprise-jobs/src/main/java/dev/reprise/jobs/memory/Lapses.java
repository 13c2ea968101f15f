package dev.reprise.jobs.memory;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The latest lapse under each incarnation, at most three. */
record Lapses(List<Lapse> latest) {
    static final Lapses NONE = new Lapses(List.of());
    private static final Duration WINDOW = Duration.ofDays(3);
    private static final int POISON = 3;

    Lapses plus(UUID worker, Instant at) {
        List<Lapse> next = new ArrayList<>(latest);
        next.removeIf(lapse -> lapse.worker.equals(worker));
        next.add(new Lapse(worker, at));
        return new Lapses(List.copyOf(next.subList(Math.max(0, next.size() - POISON), next.size())));
    }

    /** Tells whether one more lapse makes three within 72 hours under three incarnations. */
    boolean isPoisonWith(UUID worker, Instant at) {
        Instant since = at.minus(WINDOW);
        long others = latest.stream()
                .filter(lapse -> !lapse.worker.equals(worker) && !lapse.at.isBefore(since))
                .count();
        return others + 1 >= POISON;
    }

    record Lapse(UUID worker, Instant at) {}
}
