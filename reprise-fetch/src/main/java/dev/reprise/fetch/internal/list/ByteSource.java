package dev.reprise.fetch.internal.list;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** Bytes that any thread reads at any position. */
interface ByteSource extends Closeable {
    /** Reads up to so many bytes; returns how many, or -1 at the end. */
    int read(byte[] into, int at, int length, long position) throws IOException;

    @Override
    void close() throws IOException;

    static ByteSource of(byte[] bytes) {
        return new Memory(bytes);
    }

    static ByteSource of(Path file) throws IOException {
        return new File(new RandomAccessFile(file.toFile(), "r"));
    }

    /** A list given on the command line. */
    final class Memory implements ByteSource {
        private final byte[] bytes;

        private Memory(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read(byte[] into, int at, int length, long position) {
            if (position >= bytes.length) {
                return -1;
            }
            int count = (int) Math.min(length, bytes.length - position);
            System.arraycopy(bytes, (int) position, into, at, count);
            return count;
        }

        @Override
        public void close() {}
    }

    /** A file. Not a channel: one interrupted reader would close a channel for all of them. */
    record File(RandomAccessFile file) implements ByteSource {
        @Override
        public int read(byte[] into, int at, int length, long position) throws IOException {
            synchronized (file) {
                file.seek(position);
                return file.read(into, at, length);
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
