package dev.reprise.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Describe one request: what came, when, to which host, and what else was in flight. */
public sealed class Request permits SeenRequest {
    private final Arrival arrival;
    private final String method;
    private final String target;
    private final List<Header> headers;
    private final byte[] body;

    Request(Arrival arrival, String method, String target, List<Header> headers, byte[] body) {
        this.arrival = arrival;
        this.method = method;
        this.target = target;
        this.headers = headers;
        this.body = body;
    }

    /** Where and when a request came in. */
    record Arrival(long number, Instant at, long nanos, VirtualHost host, long connection, int inFlight, int turn) {}

    /**
     * Return the place of this request in the order of arrival.
     *
     * @return 1 for the first request that the server read
     */
    public long number() {
        return arrival.number();
    }

    /**
     * Return when the request was read to its end, by the server's clock.
     *
     * @return the instant
     */
    public Instant at() {
        return arrival.at();
    }

    /**
     * Return when the request was read to its end, by the monotonic clock.
     *
     * @return {@link System#nanoTime()} at that moment, for differences
     */
    public long nanos() {
        return arrival.nanos();
    }

    /**
     * Return the virtual host whose address the client connected to.
     *
     * @return the host
     */
    public VirtualHost host() {
        return arrival.host();
    }

    /**
     * Return the number of the connection, to see which requests shared one.
     *
     * @return 1 for the first connection that the server accepted
     */
    public long connection() {
        return arrival.connection();
    }

    /**
     * Return how many requests the host was answering when this one arrived.
     *
     * @return the requests in flight, this one included
     */
    public int inFlight() {
        return arrival.inFlight();
    }

    /**
     * Return how many requests the script had got when this one arrived.
     *
     * @return 1 for the first request of its script; 0 if the fallback answers
     */
    public int turn() {
        return arrival.turn();
    }

    /**
     * Return the method.
     *
     * @return the method as sent, such as GET
     */
    public String method() {
        return method;
    }

    /**
     * Return the request target.
     *
     * @return the target as sent: path and query, not decoded
     */
    public String target() {
        return target;
    }

    /**
     * Return the path.
     *
     * @return the target without its query, not decoded
     */
    public String path() {
        return pathOf(target);
    }

    /**
     * Return the headers in the order of the wire.
     *
     * @return the headers; empty if the server does not record them
     */
    public List<Header> headers() {
        return headers;
    }

    /**
     * Find a header.
     *
     * @param name the name, in any case
     * @return the value of the first header of this name
     */
    public Optional<String> header(String name) {
        return headers.stream()
                .filter(header -> header.is(name))
                .map(Header::value)
                .findFirst();
    }

    /**
     * Return the body.
     *
     * @return a copy of the first 64 KiB of the body; empty if the server does not record bodies
     */
    public byte[] body() {
        return body.clone();
    }

    /**
     * Return the body as text.
     *
     * @return the first 64 KiB of the body as UTF-8
     */
    public String bodyText() {
        return new String(body, UTF_8);
    }

    Arrival arrival() {
        return arrival;
    }

    byte[] bodyBytes() {
        return body;
    }

    static String pathOf(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    @Override
    public String toString() {
        return "#" + number() + " " + method + " " + target;
    }
}
