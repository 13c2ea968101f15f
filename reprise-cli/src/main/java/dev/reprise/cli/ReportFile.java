package dev.reprise.cli;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;

/**
 * Where a report goes: a file, which is there as a whole or not at all, or something that cannot be replaced, such as a
 * device, a pipe or {@code /dev/stdout}, which is written to.
 */
record ReportFile(Path named) {
    /** As many as Linux follows. */
    private static final int MOST_LINKS = 40;

    private static final Path PROC = Path.of("/proc");
    private static final Path DESCRIPTORS = Path.of("/dev/fd");

    /**
     * Checks that it can probably be written: better now than after an hour of attempts.
     *
     * @throws IllegalArgumentException if not
     */
    void check() {
        if (Files.isDirectory(named)) {
            throw new IllegalArgumentException("--report: `" + named + "` is a folder; allowed is a file");
        }
        boolean writable;
        try {
            Path target = target();
            writable = isReplaced(target) ? isWritableFolder(folder(target)) : Files.isWritable(named);
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("--report: `" + named + "`: " + Reason.of(unreadable), unreadable);
        }
        if (!writable) {
            throw new IllegalArgumentException("--report: `" + named
                    + "` cannot be written; allowed is a file in a folder that exists and can be written");
        }
    }

    /** Writes a line. */
    void write(String line) throws IOException {
        Path target = target();
        if (!isReplaced(target)) {
            // To append is to write, except behind what is redirected to a file: that was written before us.
            Files.writeString(named, line + "\n", StandardOpenOption.WRITE, StandardOpenOption.APPEND);
            return;
        }
        Path part = target.resolveSibling(
                target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        try {
            Files.writeString(part, line + "\n");
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** Follows links one by one: the last may lead to what does not exist yet, and one may be no file at all. */
    private Path target() throws IOException {
        Path target = named.toAbsolutePath();
        for (int links = 0; Files.isSymbolicLink(target); links++) {
            if (links == MOST_LINKS) {
                throw new FileSystemLoopException(named.toString());
            }
            Path folder = folder(target).toRealPath();
            if (folder.startsWith(PROC)) {
                return target;
            }
            target = folder.resolve(Files.readSymbolicLink(target)).normalize();
        }
        return target;
    }

    private static boolean isReplaced(Path target) throws IOException {
        boolean isStream = Files.isDirectory(folder(target))
                && (folder(target).equals(DESCRIPTORS)
                        || folder(target).toRealPath().startsWith(PROC));
        return !isStream && (Files.isRegularFile(target) || !Files.exists(target));
    }

    private static boolean isWritableFolder(Path folder) {
        return Files.isDirectory(folder) && Files.isWritable(folder);
    }

    private static Path folder(Path file) {
        return Objects.requireNonNull(file.getParent(), "folder");
    }
}
