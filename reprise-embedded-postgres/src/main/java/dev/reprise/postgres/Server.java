package dev.reprise.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One process of PostgreSQL's server, from its start to its end. */
final class Server {
    /** Long enough for a recovery from a log of some gigabytes. */
    private static final Duration START = Duration.ofMinutes(5);

    private static final Duration STOP = Duration.ofMinutes(1);
    private static final int STATUS_LINE = 7;

    private final Process process;
    private final CompletableFuture<Void> ended;

    private Server(Process process, Watchdog watchdog) {
        this.process = process;
        watchdog.watch(process);
        this.ended = process.onExit().thenRun(watchdog::watchNothing);
    }

    /** Starts the process and waits until it accepts connections. */
    static Server start(Home home, Programs programs, int port, Map<String, String> settings, Watchdog watchdog)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("-D", home.data().toString()));
        settings.forEach((name, value) -> arguments.addAll(List.of("-c", name + "=" + value)));
        Fixed.settings(port).forEach((name, value) -> arguments.addAll(List.of("-c", name + "=" + value)));
        Process process = programs.prepare("postgres", arguments)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(home.log().toFile()))
                .start();
        Server server = new Server(process, watchdog);
        try {
            server.awaitReady(home, port);
            return server;
        } catch (IOException | InterruptedException | RuntimeException e) {
            process.destroyForcibly();
            server.ended.join();
            throw e;
        }
    }

    private void awaitReady(Home home, int port) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!isReady(home.data().resolve("postmaster.pid"))) {
            if (process.waitFor(5, TimeUnit.MILLISECONDS)) {
                throw StartFailure.of(home, port);
            }
            if (System.nanoTime() - start > START.toNanos()) {
                throw new IllegalStateException("PostgreSQL did not become ready within " + START.toMinutes()
                        + " minutes; it said:\n" + StartFailure.tail(home.log()));
            }
        }
    }

    /** The server keeps its process number in the first line of this file and its state in the eighth. */
    private boolean isReady(Path file) throws IOException {
        try {
            List<String> lines = Files.readAllLines(file, UTF_8);
            return lines.size() > STATUS_LINE
                    && lines.get(0).strip().equals(String.valueOf(process.pid()))
                    && lines.get(STATUS_LINE).strip().equals("ready");
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** Sends a signal and waits for the end; if it does not come, kills the process. */
    void stop(String signal) throws IOException, InterruptedException {
        try {
            Programs.signal(signal, process);
            if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
                // Its children notice that it is gone and end themselves.
                process.destroyForcibly().waitFor();
            }
        } finally {
            process.destroyForcibly();
            ended.join();
        }
    }
}
