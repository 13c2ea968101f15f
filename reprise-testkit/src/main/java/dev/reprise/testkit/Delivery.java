package dev.reprise.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How an answer travels: its faults, its pace, and whether it announces the end of the connection. */
record Delivery(
        List<Fault> faults,
        @Nullable Pace headerPace,
        @Nullable Pace bodyPace,
        boolean closing) {
    static final Delivery PLAIN = new Delivery(List.of(), null, null, false);

    /** So many bytes, then a pause, and so on. */
    record Pace(int bytes, Duration every) {
        Pace {
            if (bytes < 1) {
                throw new IllegalArgumentException("bytes: " + bytes + "; allowed is 1 or more");
            }
            requireNotNegative("every", every);
        }
    }

    Delivery fault(Point point, Fault.Kind kind, @Nullable Duration lasting) {
        List<Fault> more = new ArrayList<>(faults);
        more.add(new Fault(Objects.requireNonNull(point, "point"), kind, lasting));
        return new Delivery(List.copyOf(more), headerPace, bodyPace, closing);
    }

    /** True if the whole answer may leave in one write. */
    boolean isPlain() {
        return faults.isEmpty() && headerPace == null && bodyPace == null;
    }

    static Duration requireNotNegative(String name, Duration duration) {
        Objects.requireNonNull(duration, name);
        if (duration.isNegative()) {
            throw new IllegalArgumentException(name + ": " + duration + " is negative; allowed is zero or more");
        }
        return duration;
    }
}
