package dev.reprise.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;

/**
 * Stops the server when the JVM is gone, even if it was killed.
 *
 * <p>A shell reads from a pipe whose other end only the JVM holds. While the JVM lives, it writes the number of the
 * server's process, or an empty line if there is none; the end of the pipe means that the JVM is gone.
 */
final class Watchdog implements AutoCloseable {
    private static final String SCRIPT = """
            trap '' INT HUP TERM
            pid=
            while read -r line; do
              if [ "$line" = end ]; then exit 0; fi
              pid=$line
            done
            if [ -n "$pid" ]; then
              kill -s "$0" "$pid"
              tries=0
              while kill -0 "$pid" && [ $tries -lt 600 ]; do tries=$((tries + 1)); sleep 0.1; done
            fi
            if [ -n "$1" ]; then rm -rf -- "$1"; fi
            """;

    private final OutputStream pipe;

    private Watchdog(OutputStream pipe) {
        this.pipe = pipe;
    }

    /** Starts the shell, which sends the signal and then deletes the folder of a throw-away server. */
    static Watchdog start(Home home) throws IOException {
        Process shell = new ProcessBuilder(List.of(
                        "sh",
                        "-c",
                        SCRIPT,
                        home.stopSignal(),
                        home.throwAway() ? home.folder().toString() : ""))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        return new Watchdog(shell.getOutputStream());
    }

    void watch(Process server) {
        tell(String.valueOf(server.pid()));
    }

    void watchNothing() {
        tell("");
    }

    /** Ends the shell, which then leaves everything as it is. */
    @Override
    public void close() {
        tell("end");
    }

    private synchronized void tell(String line) {
        try {
            pipe.write((line + "\n").getBytes(UTF_8));
            pipe.flush();
        } catch (IOException e) {
            // Somebody killed the shell: the shutdown hook remains.
        }
    }
}
