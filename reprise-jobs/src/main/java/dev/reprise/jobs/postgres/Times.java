package dev.reprise.jobs.postgres;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * Times as the statements take them: instants with their zone, spelled out, so that no session's zone matters; durations in
 * microseconds. What lies outside the years 1 to 9999, or is longer than 200 years, is brought to that bound.
 */
final class Times {
    private static final Instant FIRST = Instant.parse("0001-02-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-01T00:00:00Z");
    private static final Duration LONGEST = Duration.ofDays(200 * 365);

    private Times() {}

    static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : bounded(instant).toString();
    }

    static Instant bounded(Instant instant) {
        Instant bounded = instant.isBefore(FIRST) ? FIRST : instant.isAfter(LAST) ? LAST : instant;
        return bounded.truncatedTo(ChronoUnit.MICROS);
    }

    /** Microseconds, a part of one counted as one: nothing becomes zero that was not. */
    static long micros(Duration duration) {
        Duration bounded = duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
        return bounded.getSeconds() * 1_000_000 + (bounded.getNano() + 999) / 1_000;
    }

    static @Nullable Long microsOrNull(@Nullable Duration duration) {
        return duration == null ? null : (Long) micros(duration);
    }

    /** Milliseconds, a part of one counted as one. */
    static @Nullable Long millisOrNull(@Nullable Duration duration) {
        return duration == null ? null : (Long) ((micros(duration) + 999) / 1_000);
    }

    static Instant instant(ResultSet row, int column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    static @Nullable Instant instantOrNull(ResultSet row, int column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }
}
