package dev.reprise.cli;

import dev.reprise.backoff.Backoff;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reprise schedule}: the delays of a schedule. */
@Command(
        name = "schedule",
        description = "Shows the delays of a schedule: drawn from a seed, else the middle of each band.",
        sortOptions = false,
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise schedule 'exponential base=1m max=6h jitter=20%%' -n 12",
            "  reprise schedule 'exponential base=15m max=1d jitter=10%%' --seed feeds -n 4 --csv",
            "  reprise schedule 'steps 15s,1m,5m,30m,2h,10h' -n 6"
        })
final class ScheduleCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            paramLabel = "SCHEDULE",
            converter = Converters.ToBackoff.class,
            description = {
                "exponential base=D [factor=N] | linear base=D | constant D | steps D,D,... | none",
                "then any of max=D limit=D free=N jitter=20%%|full|equal|+250ms"
            })
    private Backoff schedule = Backoff.none();

    @Option(
            names = "-n",
            paramLabel = "N",
            converter = Converters.ToCount.class,
            description = "how many failures to show (default: ${DEFAULT-VALUE})")
    private int failures = 10;

    @Option(names = "--seed", paramLabel = "TEXT", description = "draw from this seed: the same delays everywhere")
    private @Nullable String seed;

    @ArgGroup
    private Form form = new Form();

    ScheduleCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        List<ScheduleRow> rows = ScheduleRow.of(schedule, seed, failures);
        PrintStream out = console.out();
        if (form.csv) {
            out.println(ScheduleRow.CSV_HEADER);
            rows.forEach(row -> out.println(row.toCsv()));
        } else if (form.json) {
            out.println(ScheduleRow.toJson(schedule, seed, rows));
        } else {
            ScheduleTable.print(out, schedule, seed, rows);
        }
        return ExitCode.OK;
    }

    private static final class Form {
        @Option(names = "--csv", required = true, description = "write CSV, in milliseconds")
        private boolean csv;

        @Option(names = "--json", required = true, description = "write one JSON object, in milliseconds")
        private boolean json;
    }
}
