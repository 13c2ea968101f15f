package dev.reprise.cli;

import dev.reprise.fetch.FetchRun;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Lets the first Ctrl-C or TERM drain a run, and the second abort it; both leave a journal that can be resumed. */
final class Interrupts implements AutoCloseable {
    private final FetchRun run;
    private final @Nullable PrintStream talk;
    private final AtomicInteger first = new AtomicInteger(ExitCode.OK);
    private final List<Runnable> undo = new ArrayList<>();

    private Interrupts(FetchRun run, @Nullable PrintStream talk) {
        this.run = run;
        this.talk = talk;
    }

    static Interrupts of(FetchRun run, @Nullable PrintStream talk) {
        Interrupts interrupts = new Interrupts(run, talk);
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
        if (talk != null) {
            talk.println(System.lineSeparator() + "reprise: " + words);
        }
    }

    @Override
    public void close() {
        undo.forEach(Runnable::run);
    }
}
