package dev.reprise.cli;

import dev.reprise.cli.process.ProcessGroup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes signals on to the running command, and lets the first that asks for an end be the end of the retrying: at once
 * where nothing runs, else when the command has ended.
 */
final class RetrySignals implements AutoCloseable {
    /** Those that ask for an end, with their numbers. */
    private static final Map<String, Integer> ENDING = Map.of("HUP", 1, "INT", 2, "TERM", 15);

    /** Those that mean something to the command alone. */
    private static final List<String> PASSED_ON = List.of("USR1", "USR2");

    private final Thread runner = Thread.currentThread();
    private final Consumer<String> talk;
    private final List<Runnable> undo = new ArrayList<>();
    private @Nullable ProcessGroup running;
    private @Nullable String first;
    private boolean over;

    private RetrySignals(Consumer<String> talk) {
        this.talk = talk;
    }

    /** Begins to listen, for the calling thread, which starts the commands. */
    static RetrySignals listen(Consumer<String> talk) {
        RetrySignals signals = new RetrySignals(talk);
        for (String name : ENDING.keySet()) {
            signals.undo.add(Signals.handle(name, () -> signals.received(name)));
        }
        for (String name : PASSED_ON) {
            signals.undo.add(Signals.handle(name, () -> signals.passOn(name)));
        }
        return signals;
    }

    /** Starts a command that signals are passed on to, unless one has asked for the end. */
    synchronized ProcessGroup start(ProcessBuilder command) throws IOException, InterruptedException {
        if (first != null) {
            throw new InterruptedException();
        }
        running = ProcessGroup.start(command);
        return running;
    }

    /** Learns that the command has ended. */
    synchronized void ended() {
        running = null;
    }

    /** Learns that nothing will be started any more: signals have nothing left to end. */
    synchronized void over() {
        over = true;
        // One that came too late to end a wait.
        Thread.interrupted();
    }

    /** Tells whether a signal has asked for the end. */
    synchronized boolean isEnding() {
        return first != null;
    }

    /** Returns the signal that asked for the end, or null: none did. */
    synchronized @Nullable String first() {
        return first;
    }

    /** Returns 128 and the number of the signal that asked for the end. */
    synchronized int exitCode() {
        return ExitStatus.BY_SIGNAL + Objects.requireNonNull(ENDING.get(Objects.requireNonNull(first, "first")));
    }

    private synchronized void received(String name) {
        if (over) {
            return;
        }
        if (first == null) {
            first = name;
            talk.accept(name + " received: no further attempt");
        }
        if (running == null) {
            runner.interrupt();
        } else if (!(name.equals("INT") && running.hearsTheKeyboard())) {
            // Of Ctrl-C the command already knows; hearing it twice means more to many than hearing it once.
            running.signal(name);
        }
    }

    private synchronized void passOn(String name) {
        if (running != null) {
            running.signal(name);
        }
    }

    @Override
    public void close() {
        undo.forEach(Runnable::run);
    }
}
