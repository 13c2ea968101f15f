package dev.reprise.bench.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A worker as a process of its own. Every signal goes to it alone, by its id. */
final class WorkerProcess implements AutoCloseable {
    /** The environment variable with the database's password: arguments can be read by anybody. */
    static final String PASSWORD = "CHAOS_PASSWORD";

    private static final int ORPHANED = 3;

    private final Process process;
    private final Path output;
    private volatile boolean frozen;

    private WorkerProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Starts a main class with the class path of this JVM. */
    static WorkerProcess start(Path output, String password, String timeZone, Class<?> main, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xmx128m",
                "-Duser.timezone=" + timeZone,
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        builder.environment().put(PASSWORD, password);
        return new WorkerProcess(builder.start(), output);
    }

    /** Called in the process: ends it when whoever started it is gone, killed or not, and with it the pipe to its input. */
    static void endWithParent() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // Nobody writes.
                        }
                    } catch (IOException e) {
                        // As good as an end.
                    }
                    Runtime.getRuntime().halt(ORPHANED);
                },
                "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    boolean isFrozen() {
        return frozen;
    }

    /** Ends it with SIGKILL; it can do nothing about that. */
    void kill() {
        process.destroyForcibly();
    }

    /** Stops it where it stands, with SIGSTOP. */
    void freeze() throws IOException, InterruptedException {
        frozen = true;
        signal("STOP");
    }

    /** Lets it go on, with SIGCONT. */
    void thaw() throws IOException, InterruptedException {
        signal("CONT");
        frozen = false;
    }

    /** Asks it to end, with SIGTERM, and waits; tells whether it did so in time. */
    boolean stop(Duration patience) throws IOException, InterruptedException {
        signal("TERM");
        return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Makes it print where its threads are. */
    void dump() throws IOException, InterruptedException {
        signal("QUIT");
    }

    /** What it has printed. */
    String output() throws IOException {
        return Files.readString(output);
    }

    private void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
