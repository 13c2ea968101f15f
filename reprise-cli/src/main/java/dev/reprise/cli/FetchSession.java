package dev.reprise.cli;

import dev.reprise.fetch.Fetch;
import dev.reprise.fetch.FetchRun;
import dev.reprise.fetch.FetchSummary;
import dev.reprise.fetch.FetchUnusableException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One run as a user sees it: progress, interrupts, summary, exit code. */
final class FetchSession {
    private final Console console;
    private final boolean quiet;
    private final @Nullable Duration progress;

    /**
     * Prepares a run.
     *
     * @param quiet whether only errors are told
     * @param progress how often a line tells the progress where there is no terminal, or null: no progress
     */
    FetchSession(Console console, boolean quiet, @Nullable Duration progress) {
        this.console = console;
        this.quiet = quiet;
        this.progress = progress;
    }

    /**
     * Runs to the end.
     *
     * @param journal where the outcomes go, or null: to stdout
     * @return the exit code
     */
    int run(Fetch fetch, @Nullable Path journal) throws FetchUnusableException, InterruptedException {
        FetchRun run = fetch.start();
        try (Interrupts interrupts = Interrupts.of(run, console, quiet)) {
            FetchSummary summary = await(run);
            if (!quiet) {
                SummaryText.of(summary, journal).forEach(console.err()::println);
            }
            return interrupts.exitCode() == ExitCode.OK ? exitCode(summary) : interrupts.exitCode();
        }
    }

    private FetchSummary await(FetchRun run) throws FetchUnusableException, InterruptedException {
        if (progress == null) {
            return run.await();
        }
        ProgressDisplay display = ProgressDisplay.start(console, run::progress, progress);
        try {
            return run.await();
        } finally {
            display.stop();
        }
    }

    static int exitCode(FetchSummary summary) {
        if (summary.left() > 0) {
            return ExitCode.LEFT;
        }
        return summary.failedInAll() > 0 ? ExitCode.REMARKS : ExitCode.OK;
    }
}
