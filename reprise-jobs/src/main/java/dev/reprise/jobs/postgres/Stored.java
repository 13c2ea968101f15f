package dev.reprise.jobs.postgres;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.JobState;
import dev.reprise.policy.RetryKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what the tables keep as numbers and instants. The numbers are those of {@code 0001_tables.sql}. */
final class Stored {
    private static final List<JobState> STATES = List.of(JobState.values());
    private static final List<RetryKind> KINDS = List.of(RetryKind.values());
    private static final List<AttemptRecord.How> HOWS = List.of(AttemptRecord.How.values());
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private static final Instant LAST = Instant.parse("+294276-12-31T23:59:59Z");
    private static final Instant FIRST = Instant.parse("-4712-01-01T00:00:00Z");

    private Stored() {}

    static JobState state(int code) {
        return STATES.get(code);
    }

    static AttemptRecord.How how(int code) {
        return HOWS.get(code);
    }

    /** The kind, or null if a newer version of this library has stored it. */
    static @Nullable RetryKind kind(int code) {
        return code >= 0 && code < KINDS.size() ? KINDS.get(code) : null;
    }

    static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }

    static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
        OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
        return at == null ? null : at.toInstant();
    }

    /** An instant as a parameter, never past the end of PostgreSQL's time. */
    static @Nullable OffsetDateTime parameter(@Nullable Instant at) {
        if (at == null) {
            return null;
        }
        return (at.isAfter(LAST) ? LAST : at.isBefore(FIRST) ? FIRST : at).atOffset(ZoneOffset.UTC);
    }

    /** Microseconds, rounded up so that nothing is due early, and 292 years at most, as everywhere. */
    static long micros(Duration duration) {
        return duration.compareTo(LONGEST) >= 0
                ? LONGEST.toNanos() / 1000
                : Math.floorDiv(duration.toNanos() + 999, 1000L);
    }
}
