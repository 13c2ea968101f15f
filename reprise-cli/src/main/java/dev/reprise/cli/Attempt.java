package dev.reprise.cli;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What became of one start of a command.
 *
 * @param number counted from 1
 * @param started when
 * @param took from the start to the end
 * @param status the command's status, 124 if it timed out, 125 if its output cannot be written, 126 or 127 if it could not be started
 * @param end how it came to an end
 * @param hint how long the command's output asks to wait, or null: it does not
 */
record Attempt(
        int number,
        Instant started,
        Duration took,
        int status,
        End end,
        @Nullable Duration hint) {
    /** How an attempt came to an end. */
    enum End {
        /** By itself or by a signal; its status tells. */
        ENDED,
        TIMED_OUT,
        /** Its status is 0, but its output is not the one that is waited for. */
        NO_MATCH,
        /** What it wrote could not be handed on, for another reason than that nobody reads it. */
        UNWRITABLE,
        /** It never ran. */
        NOT_STARTED
    }

    Attempt ending(int status, End end) {
        return new Attempt(number, started, took, status, end, hint);
    }

    boolean isSuccess() {
        return end == End.ENDED && status == ExitStatus.SUCCESS;
    }

    /** The status that the command line ends with if this was the last attempt. */
    int exitCode() {
        return end == End.NO_MATCH ? ExitStatus.NO_MATCH : status;
    }

    /** Says it in words, such as "ended with 75 after 1.2s". */
    String words() {
        String after = " after " + ShortDuration.of(took);
        String signal = ExitStatus.signal(status);
        return switch (end) {
            case ENDED -> "ended with " + status + (signal == null ? "" : " (" + signal + ")") + after;
            case TIMED_OUT -> "timed out" + after;
            case NO_MATCH -> "ended with 0" + after + ", but its output does not match";
            case UNWRITABLE -> "ended" + after + ", but its output cannot be written";
            case NOT_STARTED -> "could not start";
        };
    }
}
