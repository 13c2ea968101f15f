package dev.reprise.fetch.internal.http;

import java.util.function.Consumer;

/** Send one request; the run knows no more of the network. */
public interface Transport {
    /**
     * Start a request.
     *
     * @param request what to ask for
     * @param done hears exactly once what became of it, on any thread, perhaps before this method returns
     * @return a handle that cuts it off
     */
    Sent send(PageRequest request, Consumer<Hop> done);

    /** Cut off a request that is under way. */
    interface Sent {
        /** The attempt has no time left: the hop is broken, by time-out. */
        void timeOut();

        /** The run is over: drop it. */
        void abort();
    }
}
