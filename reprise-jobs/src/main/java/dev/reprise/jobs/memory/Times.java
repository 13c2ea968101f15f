package dev.reprise.jobs.memory;

import dev.reprise.jobs.When;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Instants as a database keeps them: to the microsecond, and never past the end of time. */
final class Times {
    /** The last second that PostgreSQL's {@code timestamptz} knows. */
    private static final Instant LAST = Instant.parse("+294276-12-31T23:59:59Z");

    private Times() {}

    static Instant of(When when, Instant now) {
        Instant at = when.at();
        return at == null ? plus(now, when.after()) : cut(at);
    }

    static Instant plus(Instant from, Duration delay) {
        try {
            return cut(from.plus(delay));
        } catch (DateTimeException | ArithmeticException beyond) {
            return LAST;
        }
    }

    static Instant cut(Instant instant) {
        return instant.isAfter(LAST) ? LAST : instant.truncatedTo(ChronoUnit.MICROS);
    }
}
