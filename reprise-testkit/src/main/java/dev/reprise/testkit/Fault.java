package dev.reprise.testkit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What happens at one point of an answer; a stall without duration lasts until either side closes. */
record Fault(Point point, Kind kind, @Nullable Duration lasting) {
    enum Kind {
        RESET,
        CLOSE,
        STALL
    }

    @Override
    public String toString() {
        String what = kind.name().toLowerCase(java.util.Locale.ROOT) + " " + point;
        return lasting == null ? what : what + " for " + lasting;
    }
}
