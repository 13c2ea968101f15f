package dev.reprise.fetch.internal.host;

import java.util.Arrays;

/** Hold ints first in, first out, at four to eight bytes each. */
final class IntRing {
    private int[] ring = new int[64];
    private int head;
    private int size;

    void add(int value) {
        if (size == ring.length) {
            int[] larger = Arrays.copyOfRange(ring, head, head + 2 * size);
            System.arraycopy(ring, 0, larger, size - head, head);
            ring = larger;
            head = 0;
        }
        ring[(head + size) & (ring.length - 1)] = value;
        size++;
    }

    int poll() {
        int value = ring[head];
        head = (head + 1) & (ring.length - 1);
        size--;
        return value;
    }

    boolean isEmpty() {
        return size == 0;
    }
}
