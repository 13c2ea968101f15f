package dev.reprise.cli.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads Linux's table of processes, {@code /proc}; on another system it is empty. */
final class ProcessTable {
    private static final Path PROC = Path.of("/proc");

    private ProcessTable() {}

    /**
     * One process.
     *
     * @param pid its id
     * @param state one letter, such as S: sleeping, Z: ended, but not yet asked for its status
     * @param group the id of its process group
     * @param session the id of its session
     * @param terminal the number of its controlling terminal, or 0: it has none
     * @param foreground the process group that this terminal listens to
     */
    record Entry(long pid, char state, long group, long session, long terminal, long foreground) {
        boolean isRunning() {
            return state != 'Z' && state != 'X';
        }

        /** Reads a line of {@code /proc/PID/stat}; the name in it, in parentheses, may hold anything. */
        static Entry parse(String line) {
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", 7);
            return new Entry(
                    Long.parseLong(line.substring(0, line.indexOf(' '))),
                    fields[0].charAt(0),
                    Long.parseLong(fields[2]),
                    Long.parseLong(fields[3]),
                    Long.parseLong(fields[4]),
                    Long.parseLong(fields[5]));
        }
    }

    /** Returns this process; empty where there is no such table. */
    static Optional<Entry> self() {
        return entry(PROC.resolve("self"));
    }

    static Optional<Entry> of(long pid) {
        return entry(PROC.resolve(Long.toString(pid)));
    }

    /** Lists the running processes. */
    static List<Entry> running() {
        List<Entry> running = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                entry(process).filter(Entry::isRunning).ifPresent(running::add);
            }
        } catch (IOException | DirectoryIteratorException noTable) {
            return List.of();
        }
        return running;
    }

    /** Tells whether a process was started with this variable; false if that is not ours to know. */
    static boolean hasVariable(long pid, String name, String value) {
        try {
            byte[] environment = Files.readAllBytes(PROC.resolve(pid + "/environ"));
            return ("\0" + new String(environment, StandardCharsets.ISO_8859_1))
                    .contains("\0" + name + "=" + value + "\0");
        } catch (IOException endedOrForeign) {
            return false;
        }
    }

    private static Optional<Entry> entry(Path process) {
        try {
            return Optional.of(Entry.parse(Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1)));
        } catch (IOException ended) {
            return Optional.empty();
        }
    }
}
