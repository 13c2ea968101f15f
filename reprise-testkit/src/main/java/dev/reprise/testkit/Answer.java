package dev.reprise.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reprise.testkit.Delivery.Pace;
import dev.reprise.testkit.Payload.Framing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Say what one answer looks like on the wire: status, headers, body, and where it breaks. An immutable value.
 *
 * <p>Without a fault it is correct HTTP/1.1 on a connection that stays open. Faults add up: {@code ok("hello")
 * .delay(ofMillis(50)).trickle(1, ofMillis(5)).reset(afterBodyBytes(3))}.
 */
public final class Answer implements AnswerRule {
    private final int status;
    private final List<Header> headers;
    private final Payload payload;
    private final Delivery delivery;
    private @Nullable WireImage image;

    private Answer(int status, List<Header> headers, Payload payload, Delivery delivery) {
        this.status = status;
        this.headers = headers;
        this.payload = payload;
        this.delivery = delivery;
        if (status == 0 && (payload.framing() != Framing.RAW || payload.coding() != Coding.IDENTITY)) {
            throw new IllegalStateException("raw: has no framing or encoding; both were set");
        }
        if (status == 0 && (!headers.isEmpty() || delivery.closing())) {
            throw new IllegalStateException("raw: has no headers; a header was set");
        }
    }

    /**
     * Answer 200 with a text.
     *
     * @param text the body, sent as UTF-8 with a {@code text/plain} type
     * @return the answer
     */
    public static Answer ok(String text) {
        return status(200).body(text);
    }

    /**
     * Answer 200 with bytes.
     *
     * @param body the body, sent without a type
     * @return the answer
     */
    public static Answer ok(byte[] body) {
        return status(200).body(body);
    }

    /**
     * Answer 200 with zeros that are made while they are sent; {@code zeros(n).gzip()} is a gzip bomb.
     *
     * @param bytes the length before content-encoding
     * @return the answer
     * @throws IllegalArgumentException if bytes is negative
     */
    public static Answer zeros(long bytes) {
        return new Answer(200, List.of(), Payload.EMPTY.body(Body.zeros(bytes)), Delivery.PLAIN);
    }

    /**
     * Answer with a status and an empty body.
     *
     * @param status 100 to 999
     * @return the answer
     * @throws IllegalArgumentException if the status has not three digits
     */
    public static Answer status(int status) {
        if (status < 100 || status > 999) {
            throw new IllegalArgumentException("status: " + status + "; allowed is 100 to 999");
        }
        return new Answer(status, List.of(), Payload.EMPTY, Delivery.PLAIN);
    }

    /**
     * Send this text instead of any HTTP, then close.
     *
     * @param text all that is sent, as UTF-8
     * @return the answer
     */
    public static Answer raw(String text) {
        return new Answer(
                0, List.of(), Payload.EMPTY.framing(Framing.RAW).body(Body.of(text.getBytes(UTF_8))), Delivery.PLAIN);
    }

    /**
     * Add a header; the same name may come several times.
     *
     * @param name an ASCII token; not Content-Length or Transfer-Encoding, which the framing sends
     * @param value sent as UTF-8; without line breaks
     * @return the answer with this header behind the others
     * @throws IllegalArgumentException if the name or the value is not allowed
     */
    public Answer header(String name, String value) {
        List<Header> more = new ArrayList<>(headers);
        more.add(Header.toSend(name, value));
        return new Answer(status, List.copyOf(more), payload, delivery);
    }

    /**
     * Ask for a wait in whole seconds.
     *
     * @param wait whole seconds, zero or more
     * @return the answer with a {@code Retry-After} header
     * @throws IllegalArgumentException if the wait is negative or has a fraction of a second
     */
    public Answer retryAfter(Duration wait) {
        if (wait.isNegative() || wait.getNano() != 0) {
            throw new IllegalArgumentException("wait: " + wait + "; allowed are whole seconds, zero or more");
        }
        return retryAfter(Long.toString(wait.getSeconds()));
    }

    /**
     * Ask for a wait until an instant, in the HTTP-date form.
     *
     * @param until the instant; a fraction of a second is cut off
     * @return the answer with a {@code Retry-After} header
     */
    public Answer retryAfter(Instant until) {
        return retryAfter(HttpDate.format(until));
    }

    /**
     * Send this {@code Retry-After}, valid or not.
     *
     * @param raw the value of the header
     * @return the answer with a {@code Retry-After} header
     */
    public Answer retryAfter(String raw) {
        return header("Retry-After", raw);
    }

    /**
     * Replace the body by a text.
     *
     * @param text the body, sent as UTF-8 with a {@code text/plain} type unless the answer has a type
     * @return the answer with this body
     */
    public Answer body(String text) {
        Answer other = body(text.getBytes(UTF_8));
        boolean typed = status == 0 || headers.stream().anyMatch(header -> header.is("Content-Type"));
        return typed ? other : other.header("Content-Type", "text/plain; charset=utf-8");
    }

    /**
     * Replace the body by bytes.
     *
     * @param body the body before content-encoding
     * @return the answer with this body
     */
    public Answer body(byte[] body) {
        return with(payload.body(Body.of(body)));
    }

    /**
     * Encode the body with gzip.
     *
     * @return the answer with {@code Content-Encoding: gzip}
     */
    public Answer gzip() {
        return with(payload.coding(Coding.GZIP));
    }

    /**
     * Encode the body with deflate in its zlib wrapper, as RFC 9110 says.
     *
     * @return the answer with {@code Content-Encoding: deflate}
     */
    public Answer deflate() {
        return with(payload.coding(Coding.DEFLATE));
    }

    /**
     * Encode the body with deflate without the zlib wrapper, as many servers do.
     *
     * @return the answer with {@code Content-Encoding: deflate}
     */
    public Answer rawDeflate() {
        return with(payload.coding(Coding.DEFLATE_RAW));
    }

    /**
     * Send the body in chunks.
     *
     * @return the answer with {@code Transfer-Encoding: chunked}
     */
    public Answer chunked() {
        return with(payload.framing(Framing.CHUNKED));
    }

    /**
     * Send the body without a length; the end of the connection is its end.
     *
     * @return the answer without Content-Length
     */
    public Answer closeDelimited() {
        return with(payload.framing(Framing.UNTIL_CLOSE));
    }

    /**
     * Lie about the length. If a client could believe it and find the end of the body, the connection stays open and
     * the rest of the body lies in it; else it is closed after the body.
     *
     * @param values one Content-Length header each, sent as given: too large, too small, no number, two that differ
     * @return the answer with these headers instead of the right one
     * @throws IllegalArgumentException if no value is given, or one has a line break
     */
    public Answer contentLength(String... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("values: none; allowed are one or more");
        }
        for (String value : values) {
            Header.toSend("declared-length", value);
        }
        return with(payload.declared(List.of(values)));
    }

    /**
     * Announce the end of the connection with {@code Connection: close} and keep the promise.
     *
     * @return the answer that closes its connection
     */
    public Answer closing() {
        return with(new Delivery(delivery.faults(), delivery.headerPace(), delivery.bodyPace(), true));
    }

    /**
     * Reset the connection (RST) at a point.
     *
     * @param point where; at {@link Point#AFTER_BODY} the answer is complete and the kept connection dies
     * @return the answer with this fault
     */
    public Answer reset(Point point) {
        return with(delivery.fault(point, Fault.Kind.RESET, null));
    }

    /**
     * Close the connection (FIN), unannounced, at a point.
     *
     * @param point where; at {@link Point#AFTER_BODY} the answer is complete and the kept connection ends
     * @return the answer with this fault
     */
    public Answer close(Point point) {
        return with(delivery.fault(point, Fault.Kind.CLOSE, null));
    }

    /**
     * Fall silent at a point until the client or the server closes.
     *
     * @param point where
     * @return the answer with this fault
     */
    public Answer stall(Point point) {
        return with(delivery.fault(point, Fault.Kind.STALL, null));
    }

    /**
     * Fall silent at a point for a while, then go on. It ends early if the client or the server closes.
     *
     * @param point where
     * @param lasting how long, at least zero
     * @return the answer with this fault
     * @throws IllegalArgumentException if the duration is negative
     */
    public Answer stall(Point point, Duration lasting) {
        return with(delivery.fault(point, Fault.Kind.STALL, Delivery.requireNotNegative("lasting", lasting)));
    }

    /**
     * Answer late: {@code stall(BEFORE_HEADERS, delay)}.
     *
     * @param delay how long after the request was read, at least zero
     * @return the answer with this fault
     * @throws IllegalArgumentException if the delay is negative
     */
    public Answer delay(Duration delay) {
        return stall(Point.BEFORE_HEADERS, delay);
    }

    /**
     * Send the body in small pieces with a pause after each.
     *
     * @param bytes bytes of a piece, 1 or more
     * @param every the pause, at least zero
     * @return the answer with this pace
     * @throws IllegalArgumentException if bytes is less than 1 or the pause is negative
     */
    public Answer trickle(int bytes, Duration every) {
        return with(new Delivery(delivery.faults(), delivery.headerPace(), new Pace(bytes, every), delivery.closing()));
    }

    /**
     * Send the status line and the headers in small pieces with a pause after each.
     *
     * @param bytes bytes of a piece, 1 or more
     * @param every the pause, at least zero
     * @return the answer with this pace
     * @throws IllegalArgumentException if bytes is less than 1 or the pause is negative
     */
    public Answer trickleHeaders(int bytes, Duration every) {
        return with(new Delivery(delivery.faults(), new Pace(bytes, every), delivery.bodyPace(), delivery.closing()));
    }

    /**
     * Return the status.
     *
     * @return the status, 0 for raw text
     */
    public int status() {
        return status;
    }

    /**
     * Return the headers that were added.
     *
     * @return the headers without those of framing, content-encoding and connection
     */
    public List<Header> headers() {
        return headers;
    }

    /**
     * Give this answer to every request.
     *
     * @param request not looked at
     * @return this answer
     */
    @Override
    public Answer answer(Request request) {
        return this;
    }

    Answer coding(Coding coding) {
        return with(payload.coding(coding));
    }

    Payload payload() {
        return payload;
    }

    Delivery delivery() {
        return delivery;
    }

    /** The bytes to send, made at the first use. Two threads may both make them: they are the same. */
    WireImage image() {
        WireImage made = image;
        if (made == null) {
            made = WireImage.of(this);
            image = made;
        }
        return made;
    }

    private Answer with(Payload other) {
        return new Answer(status, headers, other, delivery);
    }

    private Answer with(Delivery other) {
        return new Answer(status, headers, payload, other);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Answer that
                && status == that.status
                && headers.equals(that.headers)
                && payload.equals(that.payload)
                && delivery.equals(that.delivery);
    }

    @Override
    public int hashCode() {
        return Objects.hash(status, headers, payload, delivery);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(status == 0 ? "raw" : Integer.toString(status));
        headers.forEach(
                header -> text.append(", ").append(header.name()).append(": ").append(header.value()));
        delivery.faults().forEach(fault -> text.append(", ").append(fault));
        return text.toString();
    }
}
