package dev.reprise.cli;

import dev.reprise.cli.process.Executable;
import dev.reprise.cli.process.ProcessGroup;
import dev.reprise.http.RetryAfter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Starts a command and sees what becomes of it, once per attempt. */
final class CommandRunner {
    /**
     * What is run, and what is asked of it.
     *
     * @param words the command and its arguments
     * @param timeout of one attempt, or null: none
     * @param grace how long the command may take to end after TERM
     * @param untilOutput what stdout must match, or null: anything will do
     * @param hintFrom where the output says how long to wait, or null: nowhere
     */
    record Spec(
            List<String> words,
            @Nullable Duration timeout,
            Duration grace,
            @Nullable Pattern untilOutput,
            @Nullable HintSource hintFrom) {
        Spec {
            words = List.copyOf(words);
        }

        boolean hintsFrom(HintSource.Stream stream) {
            return hintFrom != null && hintFrom.stream() == stream;
        }
    }

    private static final Duration HURRY = Duration.ofSeconds(2);
    private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

    private final Spec spec;
    private final Console console;
    private final CommandStdin stdin;
    private final RetrySignals signals;
    /** The options whose searches had to be given up, which is said once. */
    private final Set<String> troubles = new HashSet<>();

    CommandRunner(Spec spec, Console console, CommandStdin stdin, RetrySignals signals) {
        this.spec = spec;
        this.console = console;
        this.stdin = stdin;
        this.signals = signals;
    }

    /**
     * Makes one attempt.
     *
     * @throws InterruptedException if a signal has asked for the end before the command was started
     */
    Attempt attempt(int number) throws InterruptedException {
        String command = spec.words().get(0);
        Instant started = Instant.now();
        long begun = System.nanoTime();
        int unusable = Executable.check(command, console.environment().get("PATH"));
        if (unusable != 0) {
            console.err()
                    .println("reprise: " + command + ": "
                            + (unusable == Executable.NOT_FOUND ? "not found" : "cannot be executed"));
            return notStarted(number, started, begun, unusable);
        }
        try {
            return run(number, started, begun);
        } catch (IOException refused) {
            console.err().println("reprise: " + command + ": cannot be started: " + refused.getMessage());
            return notStarted(number, started, begun, Executable.CANNOT_EXECUTE);
        }
    }

    private Attempt run(int number, Instant started, long begun) throws IOException, InterruptedException {
        LineSearch until = spec.untilOutput() == null ? null : new LineSearch(spec.untilOutput());
        LineSearch hint =
                spec.hintFrom() == null ? null : new LineSearch(spec.hintFrom().regex());
        List<LineSearch> onStdout = new ArrayList<>();
        if (until != null) {
            onStdout.add(until);
        }
        if (hint != null && spec.hintsFrom(HintSource.Stream.STDOUT)) {
            onStdout.add(hint);
        }
        List<LineSearch> onStderr =
                hint != null && spec.hintsFrom(HintSource.Stream.STDERR) ? List.of(hint) : List.of();

        ProcessGroup group = signals.start(builder(number, !onStdout.isEmpty(), !onStderr.isEmpty()));
        List<OutputTap> taps = new ArrayList<>();
        boolean timedOut;
        int status;
        try {
            tap(taps, "stdout", group.stdout(), console.stdout(), onStdout);
            tap(taps, "stderr", group.stderr(), console.stderr(), onStderr);
            timedOut = spec.timeout() != null && !group.await(spec.timeout());
            status = timedOut ? group.stop(spec.grace()) : group.await();
        } finally {
            // From now on a signal interrupts us.
            signals.ended();
        }
        if (timedOut && group.isAnybodyLeft()) {
            console.err()
                    .println("reprise: attempt " + number + " timed out, but not all that it started could be killed");
        }
        await(taps, timedOut);
        OutputTap broken =
                taps.stream().filter(tap -> tap.failure() != null).findFirst().orElse(null);
        boolean unwritable = false;
        if (broken != null && !timedOut) {
            IOException failure = Objects.requireNonNull(broken.failure(), "failure");
            unwritable = !Streams.isUnread(broken.name(), failure);
            status = unwritable ? ExitCode.UNABLE : ExitStatus.BROKEN_PIPE;
            if (unwritable) {
                console.err().println("reprise: " + broken.name() + " cannot be written: " + Reason.of(failure));
            }
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        boolean lacksOutput = until != null && status == ExitStatus.SUCCESS && !until.found();
        Attempt.End end = timedOut
                ? Attempt.End.TIMED_OUT
                : unwritable ? Attempt.End.UNWRITABLE : lacksOutput ? Attempt.End.NO_MATCH : Attempt.End.ENDED;
        String wish = hint == null ? null : hint.lastGroup();
        sayTrouble("--until-output", until);
        sayTrouble("--hint-from", hint);
        Duration wait = wish == null ? null : RetryAfter.parse(wish, Instant.now());
        return new Attempt(number, started, took, timedOut ? ExitStatus.TIMED_OUT : status, end, wait);
    }

    /**
     * Waits for who reads our output, as a pipe does. But after a time-out or a signal nobody shall wait long for a reader
     * that has stopped; what it did not take by then is handed on while we still run.
     */
    private void await(List<OutputTap> taps, boolean timedOut) {
        for (OutputTap tap : taps) {
            boolean hurries = timedOut || signals.isEnding();
            if (!handsOn(tap, hurries ? HURRY : FOR_EVER)) {
                handsOn(tap, HURRY);
            }
        }
    }

    /** Tells whether no signal came; that one did is known, and how the command ended shall not get lost. */
    private static boolean handsOn(OutputTap tap, Duration longest) {
        try {
            tap.await(longest);
            return true;
        } catch (InterruptedException signal) {
            return false;
        }
    }

    private void sayTrouble(String option, @Nullable LineSearch search) {
        if (search == null) {
            return;
        }
        search.stop();
        String trouble = search.trouble();
        if (trouble != null && troubles.add(option)) {
            console.err().println("reprise: " + option + ": " + trouble);
        }
    }

    /** What nobody looks at is the command's own: it may be a terminal, and nothing stands between the two. */
    private ProcessBuilder builder(int number, boolean stdoutIsSearched, boolean stderrIsSearched) {
        ProcessBuilder builder = new ProcessBuilder(spec.words())
                .redirectInput(stdin.of(number))
                .redirectOutput(stdoutIsSearched ? Redirect.PIPE : Redirect.INHERIT)
                .redirectError(stderrIsSearched ? Redirect.PIPE : Redirect.INHERIT);
        Map<String, String> environment = builder.environment();
        environment.put("REPRISE_ATTEMPT", Integer.toString(number));
        environment.put("REPRISE_FAILURES", Integer.toString(number - 1));
        // The launcher changed it, so that we get words that are not ASCII.
        String locale = environment.remove("REPRISE_LC_ALL");
        if (locale != null && locale.isEmpty()) {
            environment.remove("LC_ALL");
        } else if (locale != null) {
            environment.put("LC_ALL", locale);
        }
        return builder;
    }

    private static void tap(
            List<OutputTap> taps, String name, InputStream from, OutputStream to, List<LineSearch> searches) {
        if (!searches.isEmpty()) {
            taps.add(OutputTap.start(name, from, to, searches));
        }
    }

    private static Attempt notStarted(int number, Instant started, long begun, int status) {
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        return new Attempt(number, started, took, status, Attempt.End.NOT_STARTED, null);
    }
}
