package dev.reprise.jobs.worker;

import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.Mark;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Remembers per lane how far claims have come, in memory only. A claim that starts there does not read the dead rows that finished jobs
 * leave behind; one without marks follows now and then, for jobs that came in before them.
 */
final class Marks {
    private final List<Lane> unmarked;
    private final Map<String, Map<String, Integer>> places = new HashMap<>();
    private final @Nullable Mark[] marks;
    private final int[] seen;
    private int claim;

    Marks(List<String> queues, List<String> types) {
        List<Lane> lanes = new ArrayList<>();
        for (String queue : queues) {
            for (String type : types) {
                places.computeIfAbsent(queue, ignored -> new HashMap<>()).put(type, lanes.size());
                lanes.add(new Lane(queue, type, null));
            }
        }
        unmarked = List.copyOf(lanes);
        marks = new @Nullable Mark[lanes.size()];
        seen = new int[lanes.size()];
    }

    /** The lanes, from their very beginning or from where the last claims ended. */
    List<Lane> lanes(boolean isUnmarked) {
        if (isUnmarked) {
            return unmarked;
        }
        List<Lane> lanes = new ArrayList<>(unmarked.size());
        for (int i = 0; i < marks.length; i++) {
            Lane lane = unmarked.get(i);
            lanes.add(marks[i] == null ? lane : new Lane(lane.queue(), lane.type(), marks[i]));
        }
        return lanes;
    }

    /** Moves the marks to the last job that each lane gave. */
    void note(List<Claimed> claimed) {
        claim++;
        int left = marks.length;
        for (int i = claimed.size() - 1; i >= 0 && left > 0; i--) {
            Claimed job = claimed.get(i);
            Integer lane = places.getOrDefault(job.queue(), Map.of()).get(job.type());
            if (lane != null && seen[lane] != claim) {
                seen[lane] = claim;
                marks[lane] = new Mark(job.sortAt(), job.id());
                left--;
            }
        }
    }
}
