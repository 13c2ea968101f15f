package dev.reprise.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What shells agree on about the statuses of commands. */
final class ExitStatus {
    static final int SUCCESS = 0;
    /** Of a command that ended with 0, but whose output is not the one that is waited for. */
    static final int NO_MATCH = 1;
    /** Of a command that took longer than its time-out; {@code timeout} uses the same. */
    static final int TIMED_OUT = 124;
    /** Added to the number of the signal that ended a command. */
    static final int BY_SIGNAL = 128;

    static final int INTERRUPTED = BY_SIGNAL + 2;
    static final int QUIT = BY_SIGNAL + 3;
    static final int BROKEN_PIPE = BY_SIGNAL + 13;
    static final int MOST = 255;

    /** Those whose numbers every Unix shares. */
    private static final Map<Integer, String> SIGNALS = Map.ofEntries(
            Map.entry(1, "HUP"),
            Map.entry(2, "INT"),
            Map.entry(3, "QUIT"),
            Map.entry(4, "ILL"),
            Map.entry(6, "ABRT"),
            Map.entry(8, "FPE"),
            Map.entry(9, "KILL"),
            Map.entry(11, "SEGV"),
            Map.entry(13, "PIPE"),
            Map.entry(14, "ALRM"),
            Map.entry(15, "TERM"));

    private ExitStatus() {}

    /** Names the signal that a status stands for, or returns null: it stands for none that is known. */
    static @Nullable String signal(int status) {
        return SIGNALS.get(status - BY_SIGNAL);
    }
}
