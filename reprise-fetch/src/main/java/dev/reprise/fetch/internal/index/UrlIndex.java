package dev.reprise.fetch.internal.index;

import java.util.Objects;

/**
 * Remember every listed URL in at most 32 bytes: 8 for the hash of its normal form, 5 for the byte offset of its line
 * (up to 1 TiB), 4 for the link of its host's queue, 1 for its state, 5 to 10 for the slot that finds it.
 *
 * <p>Not thread-safe: the caller locks.
 */
public final class UrlIndex {
    private static final long MAX_OFFSET = (1L << 40) - 2;

    private final LongSlots urls = new LongSlots();
    /** Offset + 1, so that 0 means none: the lower four bytes and the fifth. */
    private final IntChunks offsetLow = new IntChunks();

    private final ByteChunks offsetHigh = new ByteChunks();
    private final IntChunks next = new IntChunks();
    private final ByteChunks states = new ByteChunks();

    /** Make an empty index. */
    public UrlIndex() {}

    /**
     * Add a URL, without offset.
     *
     * @param hash the {@link KeyedHash} of its normal form
     * @return its new id, counted from 0; or {@code ~id} if the URL is known as id
     * @throws IllegalStateException beyond 858,993,456 URLs
     */
    public int add(long hash) {
        int id = urls.add(hash);
        if (id >= 0) {
            offsetLow.ensure(id);
            offsetHigh.ensure(id);
            next.ensure(id);
            states.ensure(id);
        }
        return id;
    }

    /**
     * Look a URL up.
     *
     * @param hash the hash of its normal form
     * @return its id, or -1 if it was never added
     */
    public int find(long hash) {
        return urls.find(hash);
    }

    /**
     * Count the URLs.
     *
     * @return how many ids there are
     */
    public int size() {
        return urls.size();
    }

    /**
     * Set where the URL's line begins.
     *
     * @param id the URL
     * @param offset bytes from the start of the list, 0 to 2<sup>40</sup> - 2
     */
    public void setOffset(int id, long offset) {
        if (offset < 0 || offset > MAX_OFFSET) {
            throw new IllegalArgumentException("offset: " + offset + " is not from 0 to " + MAX_OFFSET);
        }
        offsetLow.set(id, (int) (offset + 1));
        offsetHigh.set(id, (byte) ((offset + 1) >>> 32));
    }

    /**
     * Tell where the URL's line begins.
     *
     * @param id the URL
     * @return bytes from the start of the list, or -1 if no offset was set
     */
    public long offset(int id) {
        return (Byte.toUnsignedLong(offsetHigh.get(id)) << 32 | Integer.toUnsignedLong(offsetLow.get(id))) - 1;
    }

    /**
     * Set where the URL stands.
     *
     * @param id the URL
     * @param state its state from now on
     */
    public void setState(int id, UrlState state) {
        Objects.requireNonNull(state, "state");
        states.set(id, (byte) state.code());
    }

    /**
     * Tell where the URL stands.
     *
     * @param id the URL
     * @return the state set last
     */
    public UrlState state(int id) {
        return UrlState.of(states.get(id));
    }

    /**
     * Measure the index.
     *
     * @return the bytes of all its arrays
     */
    public long bytes() {
        return urls.bytes() + offsetLow.bytes() + offsetHigh.bytes() + next.bytes() + states.bytes();
    }

    int next(int id) {
        return next.get(id);
    }

    void setNext(int id, int nextId) {
        next.set(id, nextId);
    }
}
