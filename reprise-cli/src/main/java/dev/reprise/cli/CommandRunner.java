package dev.reprise.cli;

import dev.reprise.cli.process.Executable;
import dev.reprise.cli.process.ProcessGroup;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
            sayError(command + ": " + (unusable == Executable.NOT_FOUND ? "not found" : "cannot be executed"));
            return notStarted(number, started, begun, unusable);
        }
        try {
            return run(number, started, begun);
        } catch (IOException refused) {
            sayError(command + ": cannot be started: " + Reason.of(refused));
            return notStarted(number, started, begun, Executable.CANNOT_EXECUTE);
        }
    }

    private Attempt run(int number, Instant started, long begun) throws IOException, InterruptedException {
        CommandOutput output = new CommandOutput(spec);
        ProcessGroup group = signals.start(output.redirect(builder(number)));
        boolean timedOut;
        int status;
        try {
            output.start(group, console);
            timedOut = spec.timeout() != null && !group.await(spec.timeout());
            status = timedOut ? group.stop(spec.grace()) : group.await();
        } finally {
            // From now on a signal interrupts us.
            signals.ended();
        }
        if (timedOut && group.isAnybodyLeft()) {
            sayError("attempt " + number + " timed out, but not all that it started could be killed");
        }
        output.await(() -> timedOut || signals.isEnding());
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        Attempt attempt = new Attempt(number, started, took, status, Attempt.End.ENDED, output.hint());
        attempt = timedOut ? attempt.ending(ExitStatus.TIMED_OUT, Attempt.End.TIMED_OUT) : judged(attempt, output);
        output.close(this::sayTrouble);
        return attempt;
    }

    private Attempt judged(Attempt attempt, CommandOutput output) {
        String unwritable = output.unwritable();
        if (unwritable != null) {
            sayError(unwritable);
            return attempt.ending(ExitCode.UNABLE, Attempt.End.UNWRITABLE);
        } else if (output.isUnread()) {
            return attempt.ending(ExitStatus.BROKEN_PIPE, Attempt.End.ENDED);
        }
        return attempt.isSuccess() && !output.isComplete()
                ? attempt.ending(attempt.status(), Attempt.End.NO_MATCH)
                : attempt;
    }

    private ProcessBuilder builder(int number) {
        ProcessBuilder builder = new ProcessBuilder(spec.words()).redirectInput(stdin.of(number));
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

    private void sayTrouble(String option, String trouble) {
        if (troubles.add(option)) {
            sayError(option + ": " + trouble);
        }
    }

    private void sayError(String words) {
        console.err().println("reprise: " + words);
    }

    private static Attempt notStarted(int number, Instant started, long begun, int status) {
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        return new Attempt(number, started, took, status, Attempt.End.NOT_STARTED, null);
    }
}
