package dev.reprise.fetch.internal.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Write a body to a temporary file, then rename: under its name there is a whole body or none.
 *
 * <p>Small bodies are collected first, so that most pages cost one write.
 */
final class BodyFile {
    private static final int SMALL = 64 * 1024;

    private final Path target;
    private final Path temporary;
    private boolean committed;
    private ByteBuffer collected = ByteBuffer.allocate(8 * 1024);
    private @Nullable FileChannel channel;

    BodyFile(BodyPlace place) {
        this.target = place.target();
        this.temporary = place.temporary();
    }

    void write(ByteBuffer bytes) throws BodyFileException {
        try {
            if (channel == null && collected.position() + bytes.remaining() <= SMALL) {
                collect(bytes);
                return;
            }
            spill();
            while (bytes.hasRemaining()) {
                open().write(bytes);
            }
        } catch (IOException e) {
            throw new BodyFileException(target, e);
        }
    }

    void commit() throws BodyFileException {
        try {
            spill();
            open().close();
            move();
            committed = true;
        } catch (IOException e) {
            throw new BodyFileException(target, e);
        }
    }

    void discard() {
        FileChannel opened = channel;
        if (opened == null || committed) {
            return;
        }
        try {
            opened.close();
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            // A left-over does no harm: nothing reads it, and a later run removes it.
            temporary.toFile().deleteOnExit();
        }
    }

    private void collect(ByteBuffer bytes) {
        if (collected.remaining() < bytes.remaining()) {
            ByteBuffer larger = ByteBuffer.allocate(
                    Math.min(SMALL, Math.max(collected.capacity() * 2, collected.position() + bytes.remaining())));
            collected = larger.put(collected.flip());
        }
        collected.put(bytes);
    }

    private void spill() throws IOException {
        FileChannel out = open();
        collected.flip();
        while (collected.hasRemaining()) {
            out.write(collected);
        }
        collected.clear();
    }

    private FileChannel open() throws IOException {
        if (channel == null) {
            channel = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING);
        }
        return channel;
    }

    private void move() throws IOException {
        try {
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            Files.createDirectories(target.toAbsolutePath().getParent());
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
