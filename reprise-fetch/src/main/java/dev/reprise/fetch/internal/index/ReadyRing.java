package dev.reprise.fetch.internal.index;

import java.util.Objects;

/**
 * Keep the hosts that may be asked now, first in, first out, so that each has its turn however the list is sorted. A
 * host is in the ring once at most.
 *
 * <p>Not thread-safe: the caller locks.
 */
public final class ReadyRing {
    private final HostIndex hosts;
    private int tail = -1;
    private int size;

    /**
     * Make an empty ring.
     *
     * @param hosts holds the links
     */
    public ReadyRing(HostIndex hosts) {
        this.hosts = Objects.requireNonNull(hosts, "hosts");
    }

    /**
     * Put a host at the end, unless it is in the ring.
     *
     * @param host the host's id
     * @return true if it was not in the ring
     */
    public boolean push(int host) {
        if (contains(host)) {
            return false;
        }
        if (tail < 0) {
            hosts.setNextReady(host, host);
        } else {
            hosts.setNextReady(host, hosts.nextReady(tail));
            hosts.setNextReady(tail, host);
        }
        tail = host;
        size++;
        return true;
    }

    /**
     * Take the first host out.
     *
     * @return its id, or -1 if the ring is empty
     */
    public int poll() {
        if (tail < 0) {
            return -1;
        }
        int head = hosts.nextReady(tail);
        if (head == tail) {
            tail = -1;
        } else {
            hosts.setNextReady(tail, hosts.nextReady(head));
        }
        hosts.setNextReady(head, -1);
        size--;
        return head;
    }

    /**
     * Tell whether a host is in the ring.
     *
     * @param host the host's id
     * @return true from {@link #push} to {@link #poll}
     */
    public boolean contains(int host) {
        return hosts.nextReady(host) >= 0;
    }

    /**
     * Count the hosts in the ring.
     *
     * @return 0 or more
     */
    public int size() {
        return size;
    }
}
