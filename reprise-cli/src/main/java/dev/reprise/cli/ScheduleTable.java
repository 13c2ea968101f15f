package dev.reprise.cli;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Durations;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Prints the delays of a schedule for people. */
final class ScheduleTable {
    private ScheduleTable() {}

    static void print(PrintStream out, Backoff schedule, @Nullable String seed, List<ScheduleRow> rows) {
        out.println(schedule + (seed == null ? "" : ", drawn from the seed `" + seed + "`"));
        out.println();
        boolean drawn = seed != null && schedule.isJittered();
        Columns columns = new Columns("failures", drawn ? "delay" : "middle", "lowest", "highest", "total");
        for (ScheduleRow row : rows) {
            columns.add(
                    Integer.toString(row.failures()),
                    Durations.format(row.delay()),
                    Durations.format(row.low()),
                    Durations.format(row.high()),
                    Durations.format(row.total()));
        }
        columns.print(out);
        ScheduleRow last = rows.get(rows.size() - 1);
        out.println();
        out.println("Total wait over " + Words.count(rows.size(), "failure") + ": " + Durations.format(last.total()));
    }
}
