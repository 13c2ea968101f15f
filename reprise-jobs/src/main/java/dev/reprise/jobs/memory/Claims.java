package dev.reprise.jobs.memory;

import dev.reprise.jobs.store.Beat;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.Held;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.Mark;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Hands out jobs to one worker, and renews what it holds. */
final class Claims {
    private final State state;
    private final UUID worker;

    Claims(State state, UUID worker) {
        this.state = state;
        this.worker = worker;
    }

    List<Claimed> claim(List<Lane> lanes, int batch, Duration lease) {
        Instant now = state.now();
        List<Claimed> claimed = new ArrayList<>();
        for (Row row : first(lanes, batch, now)) {
            state.rows.change(row, job -> job.start(worker, now, lease));
            claimed.add(row.claimed());
        }
        return claimed;
    }

    /** Merges the lanes, each of which is in order. */
    private List<Row> first(List<Lane> lanes, int batch, Instant now) {
        Queue<Scan> scans = new PriorityQueue<>(Comparator.comparing(Scan::place));
        for (Lane lane : lanes) {
            if (!state.paused.contains(lane.queue())) {
                next(places(lane).iterator(), now, scans);
            }
        }
        List<Row> found = new ArrayList<>();
        while (found.size() < batch) {
            Scan scan = scans.poll();
            if (scan == null) {
                break;
            }
            found.add(scan.row);
            next(scan.rest, now, scans);
        }
        return found;
    }

    private NavigableSet<Place> places(Lane lane) {
        NavigableSet<Place> all = state.rows.ready(lane.queue(), lane.type());
        Mark from = lane.from();
        return from == null ? all : all.tailSet(new Place(from.sortAt(), from.id()), true);
    }

    private void next(Iterator<Place> places, Instant now, Queue<Scan> scans) {
        while (places.hasNext()) {
            Place place = places.next();
            Row row = state.rows.get(place.id());
            if (!row.isPastDeadline(now)) {
                scans.add(new Scan(place, row, places));
                return;
            }
        }
    }

    Beat beat(List<Held> held, Duration lease) {
        Instant until = Times.plus(state.now(), lease);
        List<Held> lost = new ArrayList<>();
        List<Held> cancelled = new ArrayList<>();
        Set<UUID> mine = new HashSet<>();
        for (Held claim : held) {
            Row row = renewed(claim, until);
            if (row == null) {
                lost.add(claim);
                continue;
            }
            mine.add(claim.id());
            if (row.isCancelRequested) {
                cancelled.add(claim);
            }
        }
        return new Beat(lost, cancelled, strays(mine));
    }

    private @Nullable Row renewed(Held claim, Instant until) {
        Row row = state.rows.find(claim.id());
        if (row == null || !row.isHeld(worker, claim.epoch())) {
            return null;
        }
        row.leaseUntil = until;
        return row;
    }

    private List<Beat.Stray> strays(Set<UUID> mine) {
        List<Beat.Stray> strays = new ArrayList<>();
        for (UUID id : state.rows.runningBy(worker)) {
            if (!mine.contains(id)) {
                Row row = state.rows.get(id);
                strays.add(new Beat.Stray(id, row.epoch, row.attempt));
            }
        }
        return strays;
    }

    private record Scan(Place place, Row row, Iterator<Place> rest) {}
}
