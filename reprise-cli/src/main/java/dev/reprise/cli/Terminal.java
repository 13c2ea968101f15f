package dev.reprise.cli;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/** Finds out about the terminal what the JDK cannot tell: whether stderr is one, and how wide it is. */
final class Terminal {
    private static final Pattern WIDTH = Pattern.compile("[1-9][0-9]{1,3}");
    private static final int USUAL_WIDTH = 80;

    private Terminal() {}

    static boolean isStderr() {
        return isOne(2);
    }

    /** Asks Linux where a standard stream leads, any other Unix with {@code test -t}. */
    static boolean isOne(int stream) {
        Path link = Path.of("/proc/self/fd/" + stream);
        try {
            if (Files.isSymbolicLink(link)) {
                String target = Files.readSymbolicLink(link).toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
            }
            return new ProcessBuilder("test", "-t", Integer.toString(stream))
                            .inheritIO()
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException noUnix) {
            return false;
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns the columns: the variable COLUMNS, else what {@code stty} says, else 80. */
    static int width(Map<String, String> environment) {
        String columns = environment.getOrDefault("COLUMNS", "");
        return WIDTH.matcher(columns).matches() ? Integer.parseInt(columns) : sttyWidth();
    }

    private static int sttyWidth() {
        File terminal = new File("/dev/tty");
        if (terminal.exists()) {
            try {
                Process stty = new ProcessBuilder("stty", "size")
                        .redirectInput(terminal)
                        .redirectError(Redirect.DISCARD)
                        .start();
                String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
                String columns = size.substring(size.indexOf(' ') + 1);
                if (WIDTH.matcher(columns).matches()) {
                    return Integer.parseInt(columns);
                }
            } catch (IOException noStty) {
                return USUAL_WIDTH;
            }
        }
        return USUAL_WIDTH;
    }
}
