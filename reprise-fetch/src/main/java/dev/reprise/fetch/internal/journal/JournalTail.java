package dev.reprise.fetch.internal.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Cuts the line that a killed run left unterminated, after making sure that the file is a journal. */
final class JournalTail {
    private static final int BLOCK = 1 << 16;

    private JournalTail() {}

    /** Cuts the tail of a file that is locked; returns how many bytes it had. */
    static long cut(FileChannel channel, Path path) throws IOException {
        long size = channel.size();
        long end = lastLineEnd(channel, size);
        boolean isJournal = size == 0 || (end == 0 ? firstByte(channel) == '{' : JournalReader.hasLine(channel));
        if (!isJournal) {
            throw new JournalUnusableException(
                    path + " is not empty and has no line of a journal; it is left as it is");
        }
        if (end < size) {
            channel.truncate(end);
        }
        return size - end;
    }

    private static long lastLineEnd(FileChannel channel, long size) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        long to = size;
        while (to > 0) {
            long from = Math.max(0, to - BLOCK);
            read(channel, block.clear().limit((int) (to - from)), from);
            for (int i = block.limit() - 1; i >= 0; i--) {
                if (block.get(i) == '\n') {
                    return from + i + 1;
                }
            }
            to = from;
        }
        return 0;
    }

    private static int firstByte(FileChannel channel) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        read(channel, one, 0);
        return one.get(0);
    }

    private static void read(FileChannel channel, ByteBuffer into, long from) throws IOException {
        while (into.hasRemaining()) {
            if (channel.read(into, from + into.position()) < 0) {
                throw new IOException("the file became shorter while it was read");
            }
        }
    }
}
