package dev.reprise.jobs.memory;

import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;

/** Puts a job in an order: by an instant, then by its id. */
record Place(Instant at, UUID id) implements Comparable<Place> {
    /** Ids as PostgreSQL compares them; {@link UUID#compareTo} compares signed halves. */
    static final Comparator<UUID> BY_ID = (one, other) -> {
        int high = Long.compareUnsigned(one.getMostSignificantBits(), other.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(one.getLeastSignificantBits(), other.getLeastSignificantBits());
    };

    @Override
    public int compareTo(Place other) {
        int first = at.compareTo(other.at);
        return first != 0 ? first : BY_ID.compare(id, other.id);
    }
}
