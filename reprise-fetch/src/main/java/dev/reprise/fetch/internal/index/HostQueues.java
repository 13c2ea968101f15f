package dev.reprise.fetch.internal.index;

import java.util.Objects;

/**
 * Keep the pending URLs of each host first in, first out, in the links of the two indexes: the last URL links to the
 * first. A URL is in one queue at most, once at most.
 *
 * <p>Not thread-safe: the caller locks.
 */
public final class HostQueues {
    private final UrlIndex urls;
    private final HostIndex hosts;

    /**
     * Make empty queues.
     *
     * @param urls holds the links
     * @param hosts holds the ends
     */
    public HostQueues(UrlIndex urls, HostIndex hosts) {
        this.urls = Objects.requireNonNull(urls, "urls");
        this.hosts = Objects.requireNonNull(hosts, "hosts");
    }

    /**
     * Append a URL to its host's queue.
     *
     * @param host the host's id
     * @param url the URL's id; it must not be in a queue
     */
    public void push(int host, int url) {
        int tail = hosts.tail(host);
        if (tail < 0) {
            urls.setNext(url, url);
        } else {
            urls.setNext(url, urls.next(tail));
            urls.setNext(tail, url);
        }
        hosts.setTail(host, url);
    }

    /**
     * Take the first URL out of a host's queue.
     *
     * @param host the host's id
     * @return the URL's id, or -1 if the queue is empty
     */
    public int poll(int host) {
        int tail = hosts.tail(host);
        if (tail < 0) {
            return -1;
        }
        int head = urls.next(tail);
        if (head == tail) {
            hosts.setTail(host, -1);
        } else {
            urls.setNext(tail, urls.next(head));
        }
        return head;
    }

    /**
     * Look at the first URL of a host's queue.
     *
     * @param host the host's id
     * @return the URL's id, or -1 if the queue is empty
     */
    public int peek(int host) {
        int tail = hosts.tail(host);
        return tail < 0 ? -1 : urls.next(tail);
    }

    /**
     * Tell whether a host has a URL in its queue.
     *
     * @param host the host's id
     * @return false if the queue is empty
     */
    public boolean any(int host) {
        return hosts.tail(host) >= 0;
    }

    /**
     * Count a host's queue by walking along it: linear, so for rare occasions only.
     *
     * @param host the host's id
     * @return how many URLs wait
     */
    public int count(int host) {
        int tail = hosts.tail(host);
        if (tail < 0) {
            return 0;
        }
        int count = 1;
        for (int url = urls.next(tail); url != tail; url = urls.next(url)) {
            count++;
        }
        return count;
    }
}
