package dev.reprise.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One process of PostgreSQL's server, from its start to its end. */
final class Server {
    /** Long enough for a recovery from a log of some gigabytes. */
    private static final Duration START = Duration.ofMinutes(5);

    private static final Duration STOP = Duration.ofMinutes(1);
    private static final Duration PREDECESSOR = Duration.ofSeconds(30);
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
        awaitPredecessor(home);
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

    /** The server of a JVM that was killed may be about to end; one that stays is refused by PostgreSQL itself. */
    private static void awaitPredecessor(Home home) throws IOException, InterruptedException {
        List<String> lines = lines(home);
        Optional<ProcessHandle> predecessor = lines.isEmpty()
                ? Optional.empty()
                : ProcessHandle.of(Long.parseLong(lines.get(0).strip())).filter(Server::mayBePostgres);
        try {
            if (predecessor.isPresent()) {
                predecessor.get().onExit().get(PREDECESSOR.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (TimeoutException | ExecutionException e) {
            // It goes on; the message is PostgreSQL's.
        }
    }

    /** After a restart of the machine, the number may be that of any other process. */
    private static boolean mayBePostgres(ProcessHandle process) {
        return process.info()
                .command()
                .map(command -> command.endsWith("postgres"))
                .orElse(true);
    }

    private static List<String> lines(Home home) throws IOException {
        try {
            return Files.readAllLines(home.data().resolve("postmaster.pid"), UTF_8);
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    private void awaitReady(Home home, int port) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (!isReady(lines(home))) {
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
    private boolean isReady(List<String> lines) {
        return lines.size() > STATUS_LINE
                && lines.get(0).strip().equals(String.valueOf(process.pid()))
                && lines.get(STATUS_LINE).strip().equals("ready");
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /** Sends a signal and waits for the end; if it does not come, or the thread is interrupted, kills the process. */
    void stop(String signal) throws IOException, InterruptedException {
        // A thread that was interrupted before closes as properly as any other.
        boolean interrupted = Thread.interrupted();
        try {
            Programs.signal(signal, process);
            process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS);
        } finally {
            process.destroyForcibly();
            ended.join();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
