package dev.reprise.cli;

import dev.reprise.backoff.Durations;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Writes measured times for people: as exact as they care to read. */
final class ShortDuration {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private ShortDuration() {}

    /** Writes milliseconds below a second, tenths below a minute, whole seconds above. */
    static String of(Duration duration) {
        Duration millis = duration.truncatedTo(ChronoUnit.MILLIS);
        if (millis.compareTo(SECOND) < 0) {
            return millis.toMillis() + "ms";
        }
        if (millis.compareTo(MINUTE) < 0) {
            long tenths = millis.toMillis() / 100;
            return tenths % 10 == 0
                    ? tenths / 10 + "s"
                    : String.format(Locale.ROOT, "%d.%ds", tenths / 10, tenths % 10);
        }
        return Durations.format(millis.truncatedTo(ChronoUnit.SECONDS));
    }
}
