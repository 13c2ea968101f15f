package dev.reprise.fetch.internal.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hold a run's journal: locked, its unterminated tail cut. Read it first, then write through {@link #writer()}; closing
 * gives the lock back.
 *
 * <p>Every failure is a {@link JournalUnusableException}. No other code of this process may open the file meanwhile: on
 * POSIX, closing any channel on it drops the lock. A thread that is interrupted while it reads closes the journal's
 * channel; appending is safe from interrupts.
 */
public final class Journal implements Closeable {
    private final Path path;
    private final LockedFile file;
    private final long tailCut;
    private @Nullable JournalWriter writer;

    private Journal(Path path, LockedFile file, long tailCut) {
        this.path = path;
        this.file = file;
        this.tailCut = tailCut;
    }

    /**
     * Lock a journal, creating it where absent, and cut the line that a killed run left unterminated.
     *
     * @param path the journal
     * @param list the URL list, which the journal must not be; null if the list is no file
     * @return the journal, until it is closed
     * @throws JournalUnusableException if another run holds it, if it is the list, if it is not empty and has neither a
     *     journal line nor one unterminated line that begins with a brace, or if it cannot be opened
     */
    public static Journal open(Path path, @Nullable Path list) {
        Objects.requireNonNull(path, "path");
        return using(path, () -> {
            refuseList(path, list);
            LockedFile file = LockedFile.open(path);
            boolean isOpen = false;
            try {
                Journal journal = new Journal(path, file, JournalTail.cut(file.channel(), path));
                isOpen = true;
                return journal;
            } finally {
                if (!isOpen) {
                    file.close();
                }
            }
        });
    }

    /**
     * Rename a journal to the first free of {@code path.1}, {@code path.2}, ..., never over another file.
     *
     * @param path the journal; if it is absent or empty, nothing is done
     * @param list the URL list, which the journal must not be; null if the list is no file
     * @return the new name, or empty if nothing was done
     * @throws JournalUnusableException as {@link #open} does
     */
    public static Optional<Path> setAside(Path path, @Nullable Path list) {
        Objects.requireNonNull(path, "path");
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        try (Journal journal = open(path, list)) {
            return using(path, () -> journal.file.channel().size() == 0 ? Optional.empty() : Optional.of(rename(path)));
        }
    }

    /**
     * Read a journal that another process may be writing, without locking or changing it.
     *
     * @param path the journal
     * @param consumer takes each sound line, in order
     * @return what the reading met
     * @throws JournalUnusableException if it cannot be read
     * @throws IllegalStateException if this process holds the journal's lock, which such a reading would drop
     */
    public static JournalScan scan(Path path, Consumer<OutcomeLine> consumer) {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(consumer, "consumer");
        return using(path, () -> {
            if (LockedFile.isHeld(path)) {
                throw new IllegalStateException(path + " is open in this process; read it there");
            }
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
                return JournalReader.lines(channel, consumer);
            }
        });
    }

    /**
     * Read what a run must know of each line.
     *
     * @param consumer takes each sound line, in order
     * @return what the reading met
     * @throws JournalUnusableException if it cannot be read
     */
    public JournalScan entries(Consumer<JournalEntry> consumer) {
        Objects.requireNonNull(consumer, "consumer");
        return using(path, () -> JournalReader.entries(file.channel(), consumer));
    }

    /**
     * Read each line in full.
     *
     * @param consumer takes each sound line, in order
     * @return what the reading met
     * @throws JournalUnusableException if it cannot be read
     */
    public JournalScan lines(Consumer<OutcomeLine> consumer) {
        Objects.requireNonNull(consumer, "consumer");
        return using(path, () -> JournalReader.lines(file.channel(), consumer));
    }

    /**
     * Start writing at the end; the writer is the same each time.
     *
     * @return the writer, which {@link #close()} closes
     * @throws JournalUnusableException if the file's size cannot be read
     */
    public synchronized JournalWriter writer() {
        JournalWriter current = writer;
        if (current == null) {
            FileChannel channel = file.channel();
            current = using(path, () -> JournalWriter.start(new ChannelFile(channel), channel.size(), path.toString()));
            writer = current;
        }
        return current;
    }

    /**
     * Return the journal's path.
     *
     * @return the path as given
     */
    public Path path() {
        return path;
    }

    /**
     * Tell how much was cut when the journal was opened.
     *
     * @return the bytes of the unterminated tail, usually 0
     */
    public long tailCut() {
        return tailCut;
    }

    /**
     * Write and force what was appended, and give the lock back. A second call does nothing.
     *
     * @throws JournalUnusableException if not every line could be written
     */
    @Override
    public synchronized void close() {
        try {
            if (writer != null) {
                writer.close();
            }
        } finally {
            unlock();
        }
    }

    private void unlock() {
        try {
            file.close();
        } catch (IOException e) {
            throw new JournalUnusableException(path + " cannot be closed: " + e, e);
        }
    }

    private static void refuseList(Path path, @Nullable Path list) throws IOException {
        if (list != null && Files.exists(path) && Files.exists(list) && Files.isSameFile(path, list)) {
            throw new JournalUnusableException(path + " is the URL list itself; the journal must be another file");
        }
    }

    private static Path rename(Path path) throws IOException {
        for (int number = 1; ; number++) {
            Path free = path.resolveSibling(path.getFileName() + "." + number);
            try {
                // The empty file reserves the name, so nothing but it is replaced.
                Files.createFile(free);
            } catch (FileAlreadyExistsException taken) {
                continue;
            }
            Files.move(path, free, StandardCopyOption.REPLACE_EXISTING);
            Folders.force(path);
            return free;
        }
    }

    private static <T> T using(Path path, Action<T> action) {
        try {
            return action.run();
        } catch (NoSuchFileException e) {
            throw new JournalUnusableException(path + " does not exist, or its folder does not", e);
        } catch (IOException e) {
            throw new JournalUnusableException(path + " cannot be used: " + e, e);
        }
    }

    private interface Action<T> {
        T run() throws IOException;
    }
}
