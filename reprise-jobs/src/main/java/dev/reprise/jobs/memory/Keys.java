package dev.reprise.jobs.memory;

import dev.reprise.jobs.store.JobKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Who holds which key, and until when. */
final class Keys {
    private final Map<Name, Holder> holders = new HashMap<>();
    private final NavigableSet<Expiry> expiries = new TreeSet<>();

    /** {@return the job that holds it, or null: it is free} */
    @Nullable
    UUID holder(@Nullable JobKey key, Instant now) {
        Holder holder = key == null ? null : holders.get(Name.of(key));
        return holder == null || holder.isOver(now) ? null : holder.job;
    }

    void take(@Nullable JobKey key, UUID job, Instant now) {
        if (key == null) {
            return;
        }
        Name name = Name.of(key);
        Instant expires = key.window() == null ? null : Times.plus(now, key.window());
        forget(name);
        holders.put(name, new Holder(job, expires));
        if (expires != null) {
            expiries.add(new Expiry(expires, name));
        }
    }

    /** Gives back what a job held while it was active. */
    void release(Row row) {
        JobKey key = row.activeKey();
        if (key == null) {
            return;
        }
        Name name = Name.of(key);
        Holder holder = holders.get(name);
        if (holder != null && holder.expires == null && holder.job.equals(row.id())) {
            forget(name);
        }
    }

    void prune(Instant now, int atMost) {
        for (int left = atMost; left > 0 && !expiries.isEmpty(); left--) {
            Expiry first = expiries.first();
            if (first.at.isAfter(now)) {
                return;
            }
            forget(first.name);
        }
    }

    private void forget(Name name) {
        Holder holder = holders.remove(name);
        if (holder != null && holder.expires != null) {
            expiries.remove(new Expiry(holder.expires, name));
        }
    }

    private record Holder(UUID job, @Nullable Instant expires) {
        boolean isOver(Instant now) {
            return expires != null && !expires.isAfter(now);
        }
    }

    private record Name(String scope, String key) implements Comparable<Name> {
        static Name of(JobKey key) {
            return new Name(key.scope(), key.name());
        }

        @Override
        public int compareTo(Name other) {
            int first = scope.compareTo(other.scope);
            return first != 0 ? first : key.compareTo(other.key);
        }
    }

    private record Expiry(Instant at, Name name) implements Comparable<Expiry> {
        @Override
        public int compareTo(Expiry other) {
            int first = at.compareTo(other.at);
            return first != 0 ? first : name.compareTo(other.name);
        }
    }
}
