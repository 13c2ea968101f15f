package dev.reprise.testkit;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The IMF-fixdate form of RFC 9110, section 5.6.7. */
final class HttpDate {
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private HttpDate() {}

    static String format(Instant instant) {
        return FORMAT.format(instant);
    }
}
