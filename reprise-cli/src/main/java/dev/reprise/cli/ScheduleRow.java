package dev.reprise.cli;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.BackoffExplanation;
import dev.reprise.backoff.ReplayRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The delay after one failure.
 *
 * @param failures how many attempts have failed
 * @param delay drawn from the seed, or the middle of the band
 * @param low the lower end of the band
 * @param high the upper end of the band
 * @param total the sum of the delays so far
 */
record ScheduleRow(int failures, Duration delay, Duration low, Duration high, Duration total) {
    static final String CSV_HEADER = "failures,delay_ms,low_ms,high_ms,total_ms";

    static List<ScheduleRow> of(Backoff schedule, @Nullable String seed, int count) {
        ReplayRandom random = seed == null ? null : ReplayRandom.of(seed);
        List<ScheduleRow> rows = new ArrayList<>();
        Duration total = Duration.ZERO;
        for (int failures = 1; failures <= count; failures++) {
            BackoffExplanation band = schedule.explain(failures);
            Duration delay = random == null ? middle(band) : schedule.delay(failures, random);
            total = total.plus(delay);
            rows.add(new ScheduleRow(failures, delay, band.lower(), band.upper(), total));
        }
        return rows;
    }

    static String toJson(Backoff schedule, @Nullable String seed, List<ScheduleRow> rows) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("schedule", schedule.toString());
        if (seed != null) {
            json.put("seed", seed);
        }
        json.put("rows", rows.stream().map(ScheduleRow::toMap).toList());
        return Json.of(json);
    }

    String toCsv() {
        return failures + "," + Millis.text(delay) + "," + Millis.text(low) + "," + Millis.text(high) + ","
                + Millis.text(total);
    }

    private Map<String, Object> toMap() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("failures", failures);
        json.put("delayMs", Millis.of(delay));
        json.put("lowMs", Millis.of(low));
        json.put("highMs", Millis.of(high));
        json.put("totalMs", Millis.of(total));
        return json;
    }

    private static Duration middle(BackoffExplanation band) {
        return band.lower().plus(band.upper()).dividedBy(2);
    }
}
