package dev.reprise.fetch.internal.host;

/** Hold the URLs of each host that have not been tried, first in, first out, in a few bytes each. */
public interface PendingUrls {
    void push(int host, int url);

    /** Take the first one; -1 if there is none. */
    int poll(int host);

    boolean any(int host);

    int count(int host);
}
