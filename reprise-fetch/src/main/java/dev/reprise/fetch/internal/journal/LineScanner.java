package dev.reprise.fetch.internal.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/**
 * Splits a file into its terminated lines, block by block. Reads through a channel that is open already: on POSIX,
 * closing any other channel on the file would drop this process's lock on it.
 */
final class LineScanner {
    /** No line is as long as this; what is, is damage, and must not take all the memory. */
    static final int MAX_LINE = 1 << 24;

    private static final int BLOCK = 1 << 18;

    private final FileChannel channel;
    private final Sink sink;
    private byte[] block;
    private long blockOffset;
    private int limit;
    private boolean isSkipping;
    private boolean isStopped;

    private LineScanner(FileChannel channel, Sink sink, long size) {
        this.channel = channel;
        this.sink = sink;
        this.block = new byte[(int) Math.min(size, BLOCK)];
    }

    /** Gives every terminated line, without its feed, to the sink; returns where the last of them ends. */
    static long scan(FileChannel channel, Sink sink) throws IOException {
        long size = channel.size();
        return new LineScanner(channel, sink, size).run(size);
    }

    private long run(long size) throws IOException {
        long end = 0;
        while (!isStopped && blockOffset + limit < size) {
            int scanned = limit;
            int room = (int) Math.min(block.length - limit, size - blockOffset - limit);
            int read = channel.read(ByteBuffer.wrap(block, limit, room), blockOffset + limit);
            if (read < 0) {
                break;
            }
            limit += read;
            int start = lines(scanned);
            if (start > 0) {
                end = blockOffset + start;
            }
            keep(start);
        }
        return end;
    }

    /** Gives out the lines whose feed is found from here on; returns where the rest begins. */
    private int lines(int scanned) {
        int start = 0;
        for (int i = scanned; i < limit && !isStopped; i++) {
            if (block[i] == '\n') {
                if (isSkipping) {
                    isSkipping = false;
                } else {
                    isStopped = !sink.line(blockOffset + start, block, start, i);
                }
                start = i + 1;
            }
        }
        return start;
    }

    /** Moves the rest to the front, and makes sure that there is room behind it. */
    private void keep(int start) {
        System.arraycopy(block, start, block, 0, limit - start);
        blockOffset += start;
        limit -= start;
        if (isSkipping) {
            blockOffset += limit;
            limit = 0;
        } else if (limit == block.length && limit < MAX_LINE) {
            block = Arrays.copyOf(block, limit * 4);
        } else if (limit == block.length) {
            sink.tooLong(blockOffset);
            isSkipping = true;
            blockOffset += limit;
            limit = 0;
        }
    }

    /** Takes lines. */
    interface Sink {
        /** Takes one line; returns false to end the scan. */
        boolean line(long offset, byte[] bytes, int from, int to);

        /** Learns of a line of {@link #MAX_LINE} bytes or more. */
        void tooLong(long offset);
    }
}
