package dev.reprise.fetch.internal.run;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ThreadLocalRandom;

/** Name a run: its start, and a few letters so that two runs of one second differ. */
public final class RunId {
    private RunId() {}

    public static String of(Instant start) {
        String second = start.truncatedTo(ChronoUnit.SECONDS)
                .toString()
                .replace("-", "")
                .replace(":", "");
        return second
                + '-'
                + Integer.toString(ThreadLocalRandom.current().nextInt(36 * 36 * 36, 36 * 36 * 36 * 36), 36);
    }
}
