package dev.reprise.cli;

import dev.reprise.cli.process.ProcessGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
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

    /** How long we may take to say and write what is left after a signal when nothing runs any more. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(5);

    private final Thread runner = Thread.currentThread();
    private final Consumer<String> talk;
    private final List<Runnable> undo = new ArrayList<>();
    private @Nullable ProcessGroup running;
    private @Nullable String first;
    private boolean over;
    private boolean isEndingSoon;

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
        if (first != null) {
            endSoon(first);
        }
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
        return number(Objects.requireNonNull(first, "first"));
    }

    /** Signals first and talks afterwards: stderr may lead to somebody who has stopped reading. */
    private void received(String name) {
        ProcessGroup target;
        boolean isFirst;
        synchronized (this) {
            target = running;
            isFirst = first == null && !over;
            if (isFirst) {
                first = name;
            }
            if (target == null) {
                endSoon(name);
                if (!over) {
                    runner.interrupt();
                }
            }
        }
        // Of Ctrl-C the command already knows; hearing it twice means more to many than hearing it once.
        if (target != null && !(name.equals("INT") && target.hearsTheKeyboard())) {
            target.signal(name);
        }
        if (isFirst) {
            talk.accept(name + " received: no further attempt");
        }
    }

    private void passOn(String name) {
        ProcessGroup target;
        synchronized (this) {
            target = running;
        }
        if (target != null) {
            target.signal(name);
        }
    }

    /** A write to somebody who has stopped reading hears no interrupt: such a reader shall not keep us alive. */
    private void endSoon(String name) {
        if (isEndingSoon) {
            return;
        }
        isEndingSoon = true;
        Thread end = new Thread(
                () -> {
                    try {
                        TimeUnit.MILLISECONDS.sleep(LAST_WORDS.toMillis());
                    } catch (InterruptedException never) {
                        return;
                    }
                    System.exit(number(name));
                },
                "reprise-end");
        end.setDaemon(true);
        end.start();
    }

    private static int number(String name) {
        return ExitStatus.BY_SIGNAL + Objects.requireNonNull(ENDING.get(name));
    }

    @Override
    public void close() {
        undo.forEach(Runnable::run);
    }
}
