package dev.reprise.fetch.internal.index;

/**
 * Give each distinct host a dense id, in at most 32 bytes: 8 for the hash of its key, 4 for its queue, 4 for the ready
 * ring, 5 to 10 for the slot that finds it.
 *
 * <p>Not thread-safe: the caller locks.
 */
public final class HostIndex {
    private final LongSlots hosts = new LongSlots();
    /** The last pending URL + 1, or 0; see {@link HostQueues}. */
    private final IntChunks tails = new IntChunks();
    /** The next host of the ring + 1, or 0 for a host outside; see {@link ReadyRing}. */
    private final IntChunks nextReady = new IntChunks();

    /** Make an empty index. */
    public HostIndex() {}

    /**
     * Add a host, or look it up.
     *
     * @param hash the {@link KeyedHash} of its key
     * @return its new id, counted from 0; or {@code ~id} if the host is known as id
     */
    public int add(long hash) {
        int host = hosts.add(hash);
        if (host >= 0) {
            tails.ensure(host);
            nextReady.ensure(host);
        }
        return host;
    }

    /**
     * Look a host up.
     *
     * @param hash the hash of its key
     * @return its id, or -1 if it was never added
     */
    public int find(long hash) {
        return hosts.find(hash);
    }

    /**
     * Count the hosts.
     *
     * @return how many ids there are
     */
    public int size() {
        return hosts.size();
    }

    /**
     * Measure the index.
     *
     * @return the bytes of all its arrays
     */
    public long bytes() {
        return hosts.bytes() + tails.bytes() + nextReady.bytes();
    }

    int tail(int host) {
        return tails.get(host) - 1;
    }

    void setTail(int host, int url) {
        tails.set(host, url + 1);
    }

    int nextReady(int host) {
        return nextReady.get(host) - 1;
    }

    void setNextReady(int host, int next) {
        nextReady.set(host, next + 1);
    }
}
