package dev.reprise.jobs.store;

/** Stay subscribed, or stop. */
public interface Subscription extends AutoCloseable {
    /**
     * Tell whether hints come through: a probe of the subscription's own came back since it last connected.
     *
     * @return false at the start, while the connection is down, and for good where notifications cannot work
     */
    boolean isLive();

    /** Stop listening; the listener is not called any more. */
    @Override
    void close();
}
