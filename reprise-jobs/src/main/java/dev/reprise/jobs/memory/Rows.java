package dev.reprise.jobs.memory;

import dev.reprise.jobs.JobState;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All jobs, and what finds them in order. */
final class Rows {
    private final Map<UUID, Row> byId = new HashMap<>();
    private final Map<LaneName, NavigableSet<Place>> ready = new HashMap<>();
    private final NavigableSet<Place> scheduled = new TreeSet<>();
    private final NavigableSet<Place> deadlines = new TreeSet<>();
    private final NavigableSet<Place> ended = new TreeSet<>();
    private final NavigableSet<UUID> running = new TreeSet<>(Place.BY_ID);
    private final Map<UUID, NavigableSet<UUID>> runningBy = new HashMap<>();
    private final Map<JobState, Long> counts = new EnumMap<>(JobState.class);

    Rows() {
        for (JobState state : JobState.values()) {
            counts.put(state, 0L);
        }
    }

    @Nullable
    Row find(UUID id) {
        return byId.get(id);
    }

    /** The job of an id that an index gave. */
    Row get(UUID id) {
        Row row = byId.get(id);
        if (row == null) {
            throw new IllegalStateException("job " + id + " is in an index, but is not kept");
        }
        return row;
    }

    Collection<Row> all() {
        return byId.values();
    }

    void add(Row row) {
        byId.put(row.id(), row);
        index(row);
    }

    void remove(Row row) {
        byId.remove(row.id());
        unindex(row);
    }

    void change(Row row, Consumer<Row> change) {
        unindex(row);
        change.accept(row);
        index(row);
    }

    NavigableSet<Place> ready(String queue, String type) {
        return ready.getOrDefault(new LaneName(queue, type), Collections.emptyNavigableSet());
    }

    NavigableSet<Place> scheduled() {
        return scheduled;
    }

    /** Waiting jobs by their deadline. */
    NavigableSet<Place> deadlines() {
        return deadlines;
    }

    NavigableSet<Place> ended() {
        return ended;
    }

    NavigableSet<UUID> running() {
        return running;
    }

    NavigableSet<UUID> runningBy(UUID worker) {
        return runningBy.getOrDefault(worker, Collections.emptyNavigableSet());
    }

    Map<JobState, Long> counts() {
        return new EnumMap<>(counts);
    }

    private void index(Row row) {
        counts.merge(row.state, 1L, Long::sum);
        switch (row.state) {
            case SCHEDULED -> scheduled.add(new Place(row.dueAt, row.id()));
            case READY ->
                ready.computeIfAbsent(LaneName.of(row), lane -> new TreeSet<>()).add(new Place(row.sortAt, row.id()));
            case RUNNING -> {
                running.add(row.id());
                runningBy
                        .computeIfAbsent(holder(row), worker -> new TreeSet<>(Place.BY_ID))
                        .add(row.id());
            }
            default -> ended.add(new Place(endedAt(row), row.id()));
        }
        if (row.isWaiting() && row.deadline != null) {
            deadlines.add(new Place(row.deadline, row.id()));
        }
    }

    private void unindex(Row row) {
        counts.merge(row.state, -1L, Long::sum);
        switch (row.state) {
            case SCHEDULED -> scheduled.remove(new Place(row.dueAt, row.id()));
            case READY -> drop(ready, LaneName.of(row), new Place(row.sortAt, row.id()));
            case RUNNING -> {
                running.remove(row.id());
                drop(runningBy, holder(row), row.id());
            }
            default -> ended.remove(new Place(endedAt(row), row.id()));
        }
        if (row.isWaiting() && row.deadline != null) {
            deadlines.remove(new Place(row.deadline, row.id()));
        }
    }

    /** Workers come and go: an empty index would stay for ever. */
    private static <K, V> void drop(Map<K, NavigableSet<V>> index, K key, V value) {
        index.computeIfPresent(key, (same, values) -> {
            values.remove(value);
            return values.isEmpty() ? null : values;
        });
    }

    private static UUID holder(Row row) {
        if (row.worker == null) {
            throw new IllegalStateException("job " + row.id() + " runs under no worker");
        }
        return row.worker;
    }

    private static Instant endedAt(Row row) {
        if (row.outcome == null) {
            throw new IllegalStateException("job " + row.id() + " is " + row.state + " without an outcome");
        }
        return row.outcome.endedAt();
    }

    private record LaneName(String queue, String type) {
        static LaneName of(Row row) {
            return new LaneName(row.job.queue(), row.job.type());
        }
    }
}
