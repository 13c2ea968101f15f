package dev.reprise.jobs.worker;

import dev.reprise.jobs.store.Beat.Stray;
import dev.reprise.jobs.store.Held;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What this worker holds: every job that was claimed and whose ending has no verdict yet. */
final class Holdings {
    private final Map<Held, Attempt> held = new ConcurrentHashMap<>();

    /** Claims that were started and are given up unwritten, until the store names them no more: they are no strays. */
    private final Map<Held, Long> dropped = new ConcurrentHashMap<>();

    void add(Attempt attempt) {
        held.put(attempt.claim, attempt);
    }

    /** Its ending has a verdict. Another claim of the same job, earlier or later, stays. */
    void remove(Attempt attempt) {
        held.remove(attempt.claim, attempt);
    }

    /** Nothing will be written for it; whoever finds the lease over takes it. */
    void drop(Attempt attempt, long now) {
        dropped.put(attempt.claim, now);
        remove(attempt);
    }

    Collection<Attempt> all() {
        return held.values();
    }

    @Nullable
    Attempt find(Held claim) {
        return held.get(claim);
    }

    boolean knows(Stray stray) {
        Held claim = new Held(stray.id(), stray.epoch());
        return find(claim) != null || dropped.containsKey(claim);
    }

    /** Forgets what was dropped before a beat that does not name it. */
    void forgetDropped(long beatSentAt, List<Stray> named) {
        if (!dropped.isEmpty()) {
            Set<Held> still = new HashSet<>();
            named.forEach(stray -> still.add(new Held(stray.id(), stray.epoch())));
            dropped.entrySet().removeIf(entry -> entry.getValue() - beatSentAt < 0 && !still.contains(entry.getKey()));
        }
    }
}
