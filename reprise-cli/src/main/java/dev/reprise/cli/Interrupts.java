package dev.reprise.cli;

import dev.reprise.fetch.FetchRun;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Lets the first Ctrl-C or TERM drain a run, and the second abort it; both leave a journal that can be resumed. */
final class Interrupts implements AutoCloseable {
    private final FetchRun run;
    private final Console console;
    private final boolean quiet;
    private final AtomicInteger first = new AtomicInteger(ExitCode.OK);
    private final List<Runnable> undo = new ArrayList<>();

    Interrupts(FetchRun run, Console console, boolean quiet) {
        this.run = run;
        this.console = console;
        this.quiet = quiet;
    }

    /** Begins to listen. */
    static Interrupts of(FetchRun run, Console console, boolean quiet) {
        Interrupts interrupts = new Interrupts(run, console, quiet);
        interrupts.undo.add(Signals.handle("INT", () -> interrupts.received(ExitCode.INTERRUPTED)));
        interrupts.undo.add(Signals.handle("TERM", () -> interrupts.received(ExitCode.TERMINATED)));
        return interrupts;
    }

    /** Returns the exit code of the first signal, or OK: there was none. */
    int exitCode() {
        return first.get();
    }

    void received(int exitCode) {
        if (first.compareAndSet(ExitCode.OK, exitCode)) {
            say("finishing what is in flight; once more ends at once");
            run.drain();
        } else {
            say("ending at once");
            run.abort();
        }
    }

    private void say(String words) {
        if (!quiet) {
            // On a terminal the cursor stands behind a bar, and behind the ^C.
            console.err().println((console.canRedraw() ? System.lineSeparator() : "") + "reprise: " + words);
        }
    }

    @Override
    public void close() {
        undo.forEach(Runnable::run);
    }
}
