package dev.reprise.fetch.internal.index;

import java.util.Arrays;

/** An array of longs that grows chunk by chunk, so that nothing is copied and little is unused. */
final class LongChunks {
    private static final int BITS = 14;
    private static final int SIZE = 1 << BITS;

    private long[][] chunks = new long[8][];
    private int count;

    long get(int index) {
        return chunks[index >> BITS][index & SIZE - 1];
    }

    void set(int index, long value) {
        chunks[index >> BITS][index & SIZE - 1] = value;
    }

    /** Makes room for this index; values not set are 0. */
    void ensure(int index) {
        int chunk = index >> BITS;
        if (chunk >= chunks.length) {
            chunks = Arrays.copyOf(chunks, chunks.length * 2);
        }
        while (count <= chunk) {
            chunks[count++] = new long[SIZE];
        }
    }

    /** Returns the bytes of the elements of all chunks. */
    long bytes() {
        return (long) count * SIZE * Long.BYTES;
    }
}
