package dev.reprise.fetch.internal.journal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/** Another process that opens a journal, says so, and keeps it or writes to it until it is killed. */
final class JournalProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private JournalProcess(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static JournalProcess start(String verb, Path path) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new JournalProcess(new ProcessBuilder(
                        java,
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        JournalProcess.class.getName(),
                        verb,
                        path.toString())
                .redirectErrorStream(true)
                .start());
    }

    /** Opens and closes the journal in another process; returns what came of it. */
    static String tryOpen(Path path) throws IOException {
        try (JournalProcess other = start("try", path)) {
            String line = other.line();
            // It holds the lock until it ends.
            other.process.onExit().join();
            return line;
        }
    }

    /** Returns the next line the process prints, or a text that no test expects. */
    String line() throws IOException {
        return Objects.requireNonNullElse(output.readLine(), "the end of the output");
    }

    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    public static void main(String[] args) {
        try (Journal journal = Journal.open(Path.of(args[1]), null)) {
            System.out.println("opened");
            if (args[0].equals("keep")) {
                System.out.println(System.in.read());
            } else if (args[0].equals("write")) {
                write(journal.writer());
            }
        } catch (JournalUnusableException e) {
            System.out.println(e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(JournalWriter writer) {
        for (int i = 1; i < Integer.MAX_VALUE; i++) {
            writer.append(Lines.success(i));
            if (i % 1000 == 0) {
                writer.flush();
                System.out.println(i);
            }
        }
    }
}
