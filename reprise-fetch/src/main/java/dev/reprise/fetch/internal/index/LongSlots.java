package dev.reprise.fetch.internal.index;

/**
 * Gives each distinct 64-bit hash a dense id: 0, 1, 2, ... Open addressing with linear probing, at most 80 % full, so 13
 * to 18 bytes a hash. The hashes must be well mixed. Not thread-safe.
 */
final class LongSlots {
    private static final int FIRST_CAPACITY = 1 << 8;
    private static final int MAX_CAPACITY = 1 << 30;

    private final LongChunks hashes = new LongChunks();
    /** Each slot holds an id + 1, or 0. */
    private int[] slots = new int[FIRST_CAPACITY];

    private int size;

    /** Returns the new id of this hash, or {@code ~id} if it has one already. */
    int add(long hash) {
        int slot = slot(hash);
        if (slots[slot] != 0) {
            return ~(slots[slot] - 1);
        }
        if (size >= slots.length / 5 * 4) {
            grow();
            slot = slot(hash);
        }
        int id = size++;
        hashes.ensure(id);
        hashes.set(id, hash);
        slots[slot] = id + 1;
        return id;
    }

    /** Returns the id of this hash, or -1. */
    int find(long hash) {
        return slots[slot(hash)] - 1;
    }

    int size() {
        return size;
    }

    long bytes() {
        return hashes.bytes() + (long) slots.length * Integer.BYTES;
    }

    /** Returns the slot that holds the hash, or the empty one where it belongs. */
    private int slot(long hash) {
        int mask = slots.length - 1;
        int slot = (int) (hash ^ hash >>> 32) & mask;
        while (slots[slot] != 0 && hashes.get(slots[slot] - 1) != hash) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        if (slots.length == MAX_CAPACITY) {
            throw new IllegalStateException("more than " + size + " different entries");
        }
        int capacity = slots.length * 2;
        // The ids tell the hashes, so the old slots are let go before the new ones are made.
        slots = new int[0];
        slots = new int[capacity];
        for (int id = 0; id < size; id++) {
            slots[slot(hashes.get(id))] = id + 1;
        }
    }
}
