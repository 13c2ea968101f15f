package dev.reprise.cli;

import dev.reprise.cli.process.ProcessGroup;
import dev.reprise.http.RetryAfter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What one attempt of a command writes: handed on, and searched for what the command line asks. */
final class CommandOutput {
    /** How long a reader that has stopped is waited for where nobody has time for it. */
    private static final Duration HURRY = Duration.ofSeconds(2);

    private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);

    private final @Nullable LineSearch until;
    private final @Nullable LineSearch hint;
    private final List<LineSearch> onStdout = new ArrayList<>();
    private final List<LineSearch> onStderr = new ArrayList<>();
    private final List<OutputTap> taps = new ArrayList<>();

    CommandOutput(CommandRunner.Spec spec) {
        until = spec.untilOutput() == null ? null : new LineSearch(spec.untilOutput());
        hint = spec.hintFrom() == null ? null : new LineSearch(spec.hintFrom().regex());
        if (until != null) {
            onStdout.add(until);
        }
        if (hint != null) {
            (spec.hintsFrom(HintSource.Stream.STDOUT) ? onStdout : onStderr).add(hint);
        }
    }

    /** What nobody looks at is the command's own: it may be a terminal, and nothing stands between the two. */
    ProcessBuilder redirect(ProcessBuilder command) {
        return command.redirectOutput(onStdout.isEmpty() ? Redirect.INHERIT : Redirect.PIPE)
                .redirectError(onStderr.isEmpty() ? Redirect.INHERIT : Redirect.PIPE);
    }

    void start(ProcessGroup group, Console console) {
        tap("stdout", group.stdout(), console.stdout(), onStdout);
        tap("stderr", group.stderr(), console.stderr(), onStderr);
    }

    private void tap(String name, InputStream from, OutputStream to, List<LineSearch> searches) {
        if (!searches.isEmpty()) {
            taps.add(OutputTap.start(name, from, to, searches));
        }
    }

    /**
     * Waits, after the command's end, for who reads our output, as a pipe does. But where there is no time nobody shall wait
     * long for a reader that has stopped; what it did not take by then is handed on while we still run.
     *
     * @param hurries whether there is no time, as after a time-out or a signal
     */
    void await(BooleanSupplier hurries) {
        for (OutputTap tap : taps) {
            if (!handsOn(tap, hurries.getAsBoolean() ? HURRY : FOR_EVER)) {
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

    /** Tells whether some of it could not be handed on, because nobody reads it any more. */
    boolean isUnread() {
        OutputTap broken = broken();
        return broken != null && Streams.isUnread(broken.name(), failure(broken));
    }

    /** Says why some of it could not be handed on, though there is a reader, or returns null: it could. */
    @Nullable
    String unwritable() {
        OutputTap broken = broken();
        return broken == null || Streams.isUnread(broken.name(), failure(broken))
                ? null
                : broken.name() + " cannot be written: " + Reason.of(failure(broken));
    }

    private @Nullable OutputTap broken() {
        return taps.stream().filter(tap -> tap.failure() != null).findFirst().orElse(null);
    }

    private static IOException failure(OutputTap tap) {
        return Objects.requireNonNull(tap.failure(), "failure");
    }

    /** Tells whether the output is the one that is waited for, if any is. */
    boolean isComplete() {
        return until == null || until.found();
    }

    /** Returns how long it asks to wait, or null: it does not. */
    @Nullable
    Duration hint() {
        String wish = hint == null ? null : hint.lastGroup();
        return wish == null ? null : RetryAfter.parse(wish, Instant.now());
    }

    /** Ends the searches. */
    void close(BiConsumer<String, String> troubles) {
        close("--until-output", until, troubles);
        close("--hint-from", hint, troubles);
    }

    private static void close(String option, @Nullable LineSearch search, BiConsumer<String, String> troubles) {
        if (search != null) {
            search.stop();
            String trouble = search.trouble();
            if (trouble != null) {
                troubles.accept(option, trouble);
            }
        }
    }
}
