package dev.reprise.cli;

import dev.reprise.fetch.Fetch;
import dev.reprise.fetch.FetchRun;
import dev.reprise.fetch.FetchSummary;
import dev.reprise.fetch.FetchUnusableException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One run as a user sees it: progress, interrupts, summary, exit code. */
final class FetchSession {
    private final Console console;
    private final boolean quiet;
    private final boolean noProgress;

    FetchSession(Console console, boolean quiet, boolean noProgress) {
        this.console = console;
        this.quiet = quiet;
        this.noProgress = noProgress;
    }

    /**
     * Runs to the end.
     *
     * @param journal where the outcomes go, or null: to stdout
     * @return the exit code
     */
    int run(Fetch fetch, @Nullable Path journal) throws FetchUnusableException, InterruptedException {
        FetchRun run = fetch.start();
        FetchSummary summary;
        int interrupted;
        try (Interrupts interrupts = Interrupts.of(run, quiet ? null : console.err())) {
            ProgressDisplay display = new ProgressDisplay(console, noProgress ? null : run::progress);
            try {
                summary = run.await();
            } finally {
                display.stop();
            }
            interrupted = interrupts.exitCode();
        }
        if (!quiet) {
            SummaryText.of(summary, journal).forEach(console.err()::println);
        }
        return interrupted != ExitCode.OK ? interrupted : exitCode(summary);
    }

    private static int exitCode(FetchSummary summary) {
        if (summary.left() > 0) {
            return ExitCode.LEFT;
        }
        return summary.failedInAll() > 0 ? ExitCode.REMARKS : ExitCode.OK;
    }
}
