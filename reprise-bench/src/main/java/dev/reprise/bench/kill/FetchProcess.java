package dev.reprise.bench.kill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** {@code reprise fetch} as a process of its own. No wait is without end: one that is too long ends in a thread dump. */
public final class FetchProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final long POLL_MILLIS = 1;

    private final Process process;
    private final Path output;

    private FetchProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /**
     * Start the command with the class path of this JVM.
     *
     * @param output where its stdout and stderr go
     * @param arguments of {@code fetch}
     */
    public static FetchProcess start(Path output, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (interruptsAreIgnored()) {
            command.addAll(List.of("env", "--default-signal=INT"));
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.reprise.cli.Main",
                "fetch"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new FetchProcess(process, output);
    }

    /** A shell without job control starts what is in its background deaf to SIGINT, and a JVM respects that. */
    private static boolean interruptsAreIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return false;
        }
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith("SigIgn:")) {
                long ignored = Long.parseUnsignedLong(
                        line.substring(line.indexOf(':') + 1).trim(), 16);
                return (ignored & 2) != 0;
            }
        }
        return false;
    }

    /** Wait for a moment; returns false if the process ends before it comes. */
    public boolean await(BooleanSupplier moment) throws IOException, InterruptedException {
        long until = System.nanoTime() + PATIENCE.toNanos();
        while (!moment.getAsBoolean()) {
            if (!process.isAlive()) {
                return moment.getAsBoolean();
            }
            if (System.nanoTime() - until > 0) {
                throw tooLong("the moment that was waited for did not come");
            }
            Thread.sleep(POLL_MILLIS);
        }
        return process.isAlive();
    }

    /** End it with SIGKILL; it can do nothing about that. */
    public void kill() throws IOException, InterruptedException {
        process.destroyForcibly();
        exitCode();
    }

    /** Send a signal, such as INT. */
    public void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Wait for the end. */
    public int exitCode() throws IOException, InterruptedException {
        if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            throw tooLong("the process does not end");
        }
        return process.exitValue();
    }

    /** Return what it has printed. */
    public String output() throws IOException {
        return Files.readString(output);
    }

    private IllegalStateException tooLong(String what) throws IOException, InterruptedException {
        signal("QUIT");
        process.waitFor(3, TimeUnit.SECONDS);
        process.destroyForcibly();
        return new IllegalStateException(what + " within " + PATIENCE + "; it printed:\n" + output());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
