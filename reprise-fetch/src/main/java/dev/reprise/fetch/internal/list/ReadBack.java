package dev.reprise.fetch.internal.list;

import java.io.IOException;
import java.util.Arrays;

/**
 * Reads single lines again, by their offset, through one small window: neighbours, which mostly follow each other, cost
 * one read for all. Thread-safe.
 */
final class ReadBack {
    private static final int WINDOW = 8_192;

    private final ByteSource source;
    private final byte[] window = new byte[WINDOW];
    private long windowOffset;
    private int windowSize;

    ReadBack(ByteSource source) {
        this.source = source;
    }

    ListLine line(long offset) throws IOException {
        synchronized (window) {
            int start = startInWindow(offset);
            int feed = indexOfFeed(window, start, windowSize);
            if (feed < 0) {
                windowSize = 0;
                windowOffset = offset;
                windowSize = Math.max(source.read(window, 0, WINDOW, offset), 0);
                start = 0;
                feed = indexOfFeed(window, 0, windowSize);
            }
            if (feed >= 0) {
                return LineText.of(window, start, feed).line(offset);
            }
        }
        return longOrLast(offset);
    }

    private int startInWindow(long offset) {
        boolean inside = offset >= windowOffset && offset < windowOffset + windowSize;
        return inside ? (int) (offset - windowOffset) : windowSize;
    }

    /** A line that is longer than the window, or that the end of the list ends. */
    private ListLine longOrLast(long offset) throws IOException {
        byte[] bytes = new byte[WINDOW];
        int size = 0;
        int read = 0;
        int feed = -1;
        while (read >= 0 && feed < 0 && size <= UrlList.MAX_LINE) {
            if (size == bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.min(size * 4, UrlList.MAX_LINE + 1));
            }
            read = source.read(bytes, size, bytes.length - size, offset + size);
            int end = size + Math.max(read, 0);
            feed = indexOfFeed(bytes, size, end);
            size = end;
        }
        return LineText.of(bytes, 0, feed < 0 ? size : feed).line(offset);
    }

    static int indexOfFeed(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }
}
