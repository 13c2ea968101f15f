package dev.reprise.jobs.memory;

import dev.reprise.jobs.When;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Times as the store on PostgreSQL keeps them: to the microsecond, a part of one counted as one, from the year 1 to 9999. */
final class Times {
    private static final Instant FIRST = Instant.parse("0001-02-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-01T00:00:00Z");
    private static final Duration LONGEST = Duration.ofDays(200 * 365);

    private Times() {}

    static Instant of(When when, Instant now) {
        Instant at = when.at();
        return at == null ? plus(now, when.after()) : cut(at);
    }

    static Instant plus(Instant from, Duration delay) {
        return cut(from.plus(up(delay, ChronoUnit.MICROS)));
    }

    static Instant cut(Instant instant) {
        Instant bounded = instant.isBefore(FIRST) ? FIRST : instant.isAfter(LAST) ? LAST : instant;
        return bounded.truncatedTo(ChronoUnit.MICROS);
    }

    /** A time-out: to the millisecond. */
    static @Nullable Duration timeout(@Nullable Duration timeout) {
        return timeout == null ? null : up(timeout, ChronoUnit.MILLIS);
    }

    private static Duration up(Duration duration, ChronoUnit unit) {
        Duration bounded = duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
        Duration down = bounded.truncatedTo(unit);
        return down.equals(bounded) ? bounded : down.plus(unit.getDuration());
    }
}
