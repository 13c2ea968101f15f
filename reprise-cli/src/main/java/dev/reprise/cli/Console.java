package dev.reprise.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The streams and the surroundings that a command may use, so that tests can bring their own.
 *
 * @param in the list, when it is read from {@code -}
 * @param stdout data as bytes; a write to it fails as soon as nobody reads it any more
 * @param stderr what others say, as bytes, with the same
 * @param out data as text; buffered, flushed at the end
 * @param err talk
 * @param environment the environment variables
 * @param isTerminal whether {@code err} is a terminal, where a line may be drawn again
 */
record Console(
        InputStream in,
        OutputStream stdout,
        OutputStream stderr,
        PrintStream out,
        PrintStream err,
        Map<String, String> environment,
        boolean isTerminal) {
    /** Data is UTF-8 whatever the locale says: a journal or JSON has no other encoding. */
    static Console ofProcess() {
        OutputStream stdout = new FileOutputStream(FileDescriptor.out);
        OutputStream stderr = new FileOutputStream(FileDescriptor.err);
        return new Console(
                System.in,
                stdout,
                stderr,
                new PrintStream(new BufferedOutputStream(stdout, 1 << 16), false, StandardCharsets.UTF_8),
                new PrintStream(stderr, true, StandardCharsets.UTF_8),
                System.getenv(),
                Terminal.isStderr());
    }

    /** Tells whether a line of {@code err} may be drawn again. */
    boolean canRedraw() {
        return isTerminal && !"dumb".equals(environment.get("TERM"));
    }

    boolean isColoured() {
        return canRedraw() && environment.getOrDefault("NO_COLOR", "").isEmpty();
    }

    /** Writes a text that stands out, where colours are welcome. */
    String bold(String text) {
        return isColoured() ? "\u001b[1m" + text + "\u001b[0m" : text;
    }
}
