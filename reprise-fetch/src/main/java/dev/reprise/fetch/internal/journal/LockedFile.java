package dev.reprise.fetch.internal.journal;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds the operating system's lock on a file that its path still names. The lock dies with the process. */
final class LockedFile implements Closeable {
    private static final int TRIES = 10;
    /**
     * The files this process holds. They are not even opened a second time: on POSIX, closing any channel on a file
     * drops the process's lock on it.
     */
    private static final Set<Object> HELD = new HashSet<>();
    /** Channels on files that other code of this process holds; left open for the same reason. */
    private static final List<FileChannel> LEFT_OPEN = new ArrayList<>();

    private final FileChannel channel;
    private final Object key;

    private LockedFile(FileChannel channel, Object key) {
        this.channel = channel;
        this.key = key;
    }

    FileChannel channel() {
        return channel;
    }

    /** Opens, and creates where absent, a regular file, and locks it. */
    static LockedFile open(Path path) throws IOException {
        synchronized (HELD) {
            for (int i = 0; i < TRIES; i++) {
                create(path);
                Object key = key(path);
                LockedFile file = key == null ? null : lock(path, key);
                if (file != null) {
                    return file;
                }
            }
        }
        throw new JournalUnusableException(path + " is replaced again and again by somebody else");
    }

    /** Tells whether this process holds the file. */
    static boolean isHeld(Path path) throws IOException {
        synchronized (HELD) {
            return HELD.contains(key(path));
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (HELD) {
            if (channel.isOpen()) {
                channel.close();
                HELD.remove(key);
            }
        }
    }

    private static void create(Path path) throws IOException {
        if (!Files.exists(path)) {
            FileChannel.open(path, CREATE, WRITE).close();
            Folders.force(path);
        }
        if (!Files.isRegularFile(path)) {
            throw new JournalUnusableException(path + " is not a regular file");
        }
    }

    /** Locks the file at this path; returns null, and holds nothing, if it is not the one of this key. */
    static @Nullable LockedFile lock(Path path, Object key) throws IOException {
        if (HELD.contains(key)) {
            throw isHeldElsewhere(path);
        }
        FileChannel channel = FileChannel.open(path, READ, WRITE);
        boolean isOurs = false;
        try {
            if (channel.tryLock() == null) {
                throw isHeldElsewhere(path);
            }
            isOurs = key.equals(key(path));
            if (isOurs) {
                HELD.add(key);
            }
            return isOurs ? new LockedFile(channel, key) : null;
        } catch (OverlappingFileLockException e) {
            LEFT_OPEN.add(channel);
            isOurs = true;
            throw isHeldElsewhere(path);
        } finally {
            if (!isOurs) {
                channel.close();
            }
        }
    }

    private static JournalUnusableException isHeldElsewhere(Path path) {
        return new JournalUnusableException(path + " is in use by another run");
    }

    /** Returns what identifies the file now at this path, or null if there is none. */
    static @Nullable Object key(Path path) throws IOException {
        try {
            Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
            return key == null ? path.toRealPath() : key;
        } catch (NoSuchFileException gone) {
            return null;
        }
    }
}
