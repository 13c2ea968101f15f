package dev.reprise.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command in a JVM of its own, as users run it: what it runs has its real streams, and signals reach it. Whoever
 * waits waits for a line of output or for the end.
 */
final class RepriseProcess implements AutoCloseable {
    private static final long LONGEST_SECONDS = 60;

    private final Process process;
    private final BufferedReader out;
    private final BufferedReader err;

    private RepriseProcess(Process process) {
        this.process = process;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        this.err = new BufferedReader(new InputStreamReader(process.getErrorStream(), UTF_8));
    }

    /**
     * What was said after the end.
     *
     * @param out what was not read before
     * @param err what was not read before
     */
    record End(int code, String out, String err) {}

    /** The words of a command line that runs the command from its classes. */
    static List<String> java(String... arguments) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        words.addAll(Arrays.asList(arguments));
        return words;
    }

    /** The same in one line for a shell. */
    static String line(List<String> words) {
        return words.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }

    static RepriseProcess start(Path folder, Redirect stdin, String... arguments) throws IOException {
        return start(folder, stdin, java(arguments));
    }

    static RepriseProcess start(Path folder, Redirect stdin, List<String> words) throws IOException {
        return new RepriseProcess(new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectInput(stdin)
                .start());
    }

    /** Runs it with an empty stdin. */
    static End run(Path folder, String... arguments) throws IOException, InterruptedException {
        try (RepriseProcess reprise = start(folder, Redirect.from(new File("/dev/null")), arguments)) {
            return reprise.end();
        }
    }

    /**
     * Runs a shell script under options; a {@code _} in them is a blank inside a value, and there are no waits unless they
     * say so.
     */
    static End sh(Path folder, String options, String script) throws IOException, InterruptedException {
        return run(folder, retrySh(options, script));
    }

    /** The same with a pipe for stdin. */
    static End shWith(String stdin, Path folder, String options, String script)
            throws IOException, InterruptedException {
        try (RepriseProcess reprise = start(folder, Redirect.PIPE, retrySh(options, script))) {
            try (OutputStream to = reprise.process.getOutputStream()) {
                to.write(stdin.getBytes(UTF_8));
            } catch (IOException notRead) {
                // Its end tells more.
            }
            return reprise.end();
        }
    }

    static String[] retrySh(String options, String script) {
        List<String> words = new ArrayList<>(List.of("retry"));
        if (!options.contains("--schedule ")) {
            words.addAll(List.of("--schedule", "none"));
        }
        if (!options.isEmpty()) {
            words.addAll(Stream.of(options.split(" "))
                    .map(word -> word.replace('_', ' '))
                    .toList());
        }
        words.addAll(List.of("--", "sh", "-c", script));
        return words.toArray(String[]::new);
    }

    void type(String text) throws IOException {
        process.getOutputStream().write(text.getBytes(UTF_8));
        process.getOutputStream().flush();
    }

    String outLine() throws IOException {
        return String.valueOf(out.readLine());
    }

    /** Reads stdout up to a line that contains a text, and returns that line. */
    String outLine(String containing) throws IOException {
        return lineOf(out, containing);
    }

    String errLine(String containing) throws IOException {
        return lineOf(err, containing);
    }

    void signal(String name) throws IOException, InterruptedException {
        new ProcessBuilder("/bin/sh", "-c", "kill -s " + name + " " + process.pid())
                .inheritIO()
                .start()
                .waitFor();
    }

    /** Stops reading its stdout, as {@code head} does. */
    void closeOut() throws IOException {
        process.getInputStream().close();
    }

    /** Stops reading its stderr. */
    void closeErr() throws IOException {
        process.getErrorStream().close();
    }

    End end() throws InterruptedException {
        StringBuilder rest = new StringBuilder();
        Thread drain = new Thread(() -> rest.append(rest(out)));
        drain.start();
        String talk = rest(err);
        drain.join();
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("still runs; it said: " + rest + talk);
        }
        return new End(process.exitValue(), rest.toString(), talk);
    }

    int endCode() throws InterruptedException {
        if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("still runs");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private static String lineOf(BufferedReader from, String containing) throws IOException {
        StringBuilder before = new StringBuilder();
        for (String line = from.readLine(); line != null; line = from.readLine()) {
            if (line.contains(containing)) {
                return line;
            }
            before.append(line).append('\n');
        }
        throw new AssertionError("no line with `" + containing + "` in:\n" + before);
    }

    private static String rest(BufferedReader from) {
        StringBuilder text = new StringBuilder();
        try {
            for (int one = from.read(); one >= 0; one = from.read()) {
                text.append((char) one);
            }
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
        return text.toString();
    }
}
