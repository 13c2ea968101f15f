package dev.reprise.fetch.internal.index;

import java.util.Arrays;

/** An array of ints that grows chunk by chunk, so that nothing is copied and little is unused. */
final class IntChunks {
    private static final int BITS = 14;
    private static final int SIZE = 1 << BITS;

    private int[][] chunks = new int[8][];
    private int count;

    int get(int index) {
        return chunks[index >> BITS][index & SIZE - 1];
    }

    void set(int index, int value) {
        chunks[index >> BITS][index & SIZE - 1] = value;
    }

    /** Makes room for this index; values not set are 0. */
    void ensure(int index) {
        int chunk = index >> BITS;
        if (chunk >= chunks.length) {
            chunks = Arrays.copyOf(chunks, chunks.length * 2);
        }
        while (count <= chunk) {
            chunks[count++] = new int[SIZE];
        }
    }

    /** Returns the bytes of the elements of all chunks. */
    long bytes() {
        return (long) count * SIZE * Integer.BYTES;
    }
}
