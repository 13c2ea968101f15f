package dev.reprise.testkit;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;

/** Name the common faults; every other is an {@link Answer} with a fault at a {@link Point}. */
public final class Faults {
    private static final String TEXT = "This body is long enough to be cut somewhere in its middle.\n";

    private Faults() {}

    /**
     * Reset the connection (RST) before the first byte of the answer.
     *
     * @return the answer
     */
    public static Answer resetBeforeHeaders() {
        return Answer.ok(TEXT).reset(Point.BEFORE_HEADERS);
    }

    /**
     * Reset the connection (RST) in the middle of the headers.
     *
     * @return the answer
     */
    public static Answer resetInHeaders() {
        return Answer.ok(TEXT).reset(Point.IN_HEADERS);
    }

    /**
     * Reset the connection (RST) after complete headers.
     *
     * @return the answer
     */
    public static Answer resetAfterHeaders() {
        return Answer.ok(TEXT).reset(Point.AFTER_HEADERS);
    }

    /**
     * Reset the connection (RST) in the middle of the body.
     *
     * @return the answer
     */
    public static Answer resetInBody() {
        return Answer.ok(TEXT).reset(Point.IN_BODY);
    }

    /**
     * Close the connection (FIN) without one byte of answer.
     *
     * @return the answer
     */
    public static Answer noAnswer() {
        return Answer.ok(TEXT).close(Point.BEFORE_HEADERS);
    }

    /**
     * Never answer: read the request and stay silent until the client or the server closes.
     *
     * @return the answer
     */
    public static Answer stalled() {
        return Answer.ok(TEXT).stall(Point.BEFORE_HEADERS);
    }

    /**
     * Promise more body than is sent, then close (FIN).
     *
     * @param text what is sent
     * @param promised the Content-Length, more than the UTF-8 bytes of the text
     * @return the answer
     */
    public static Answer shortBody(String text, long promised) {
        return Answer.ok(text).contentLength(Long.toString(promised));
    }

    /**
     * Send a chunked body without its last chunk, then close (FIN).
     *
     * @param text the body; all of it is sent
     * @return the answer
     */
    public static Answer truncatedChunked(String text) {
        return Answer.ok(text).chunked().close(Point.afterBodyBytes(Long.MAX_VALUE));
    }

    /**
     * Send a gzip stream that ends in its middle, in correct HTTP.
     *
     * @param text the body before content-encoding
     * @return the answer
     */
    public static Answer truncatedGzip(String text) {
        return Answer.ok(text).coding(Coding.GZIP_TRUNCATED);
    }

    /**
     * Send a gzip stream with a wrong checksum, in correct HTTP.
     *
     * @param text the body before content-encoding
     * @return the answer
     */
    public static Answer badCrcGzip(String text) {
        return Answer.ok(text).coding(Coding.GZIP_BAD_CRC);
    }

    /**
     * Send a gzip stream that decodes to very many zeros, about a thousandth of them on the wire, in chunks. The server
     * never holds it in memory.
     *
     * @param decodedBytes the length after decoding
     * @return the answer
     * @throws IllegalArgumentException if the length is negative
     */
    public static Answer gzipBomb(long decodedBytes) {
        return Answer.zeros(decodedBytes).gzip();
    }

    /**
     * Send bytes that are no HTTP, then close.
     *
     * @return the answer
     */
    public static Answer garbage() {
        return Answer.raw("SSH-2.0-OpenSSH_9.6\r\n");
    }

    /**
     * Redirect with 302.
     *
     * @param location the Location header, absolute or relative, sent as given
     * @return the answer
     */
    public static Answer redirect(String location) {
        return redirect(302, location);
    }

    /**
     * Redirect with 302, for example to another host of the server.
     *
     * @param location where to
     * @return the answer
     */
    public static Answer redirect(URI location) {
        return redirect(302, location.toString());
    }

    /**
     * Redirect with a chosen status.
     *
     * @param status usually 301, 302, 303, 307 or 308
     * @param location the Location header, absolute or relative, sent as given
     * @return the answer
     * @throws IllegalArgumentException if the status has not three digits, or the location has a line break
     */
    public static Answer redirect(int status, String location) {
        return Answer.status(status).header("Location", location);
    }

    /**
     * Redirect a number of times, each time to another URL ({@code ?hop=1}, {@code ?hop=2} and so on), then answer.
     *
     * @param hops how many redirects, 0 or more; {@link Integer#MAX_VALUE} never ends
     * @param last the answer behind the last redirect
     * @return the rule, for one path
     * @throws IllegalArgumentException if hops is negative
     */
    public static AnswerRule redirectChain(int hops, AnswerRule last) {
        if (hops < 0) {
            throw new IllegalArgumentException("hops: " + hops + "; allowed is 0 or more");
        }
        return request -> {
            int hop = hopOf(request);
            return hop < hops ? redirect(request.path() + "?hop=" + (hop + 1)) : last.answer(request);
        };
    }

    /**
     * Redirect in a circle.
     *
     * @param urls the length of the circle, 1 or more; 1 redirects a URL to itself
     * @return the rule, for one path
     * @throws IllegalArgumentException if urls is less than 1
     */
    public static AnswerRule redirectLoop(int urls) {
        if (urls < 1) {
            throw new IllegalArgumentException("urls: " + urls + "; allowed is 1 or more");
        }
        return request -> {
            int next = (hopOf(request) + 1) % urls;
            return redirect(next == 0 ? request.path() : request.path() + "?hop=" + next);
        };
    }

    /**
     * Answer 429 with a {@code Retry-After} that counts down to an instant, and 200 from then on.
     *
     * @param reset when the limit ends, by the server's clock
     * @return the rule
     */
    public static RateLimit rateLimitedUntil(Instant reset) {
        return RateLimit.until(reset);
    }

    /**
     * Answer 429 with a {@code Retry-After} that counts down to an instant, and 200 from then on.
     *
     * @param window the time from the first request that this rule answers to the end of the limit
     * @return the rule; it remembers its first request, so make one for each script
     * @throws IllegalArgumentException if the window is negative
     */
    public static RateLimit rateLimitedFor(Duration window) {
        return RateLimit.window(window);
    }

    private static int hopOf(Request request) {
        String prefix = request.path() + "?hop=";
        return request.target().startsWith(prefix)
                ? Integer.parseInt(request.target().substring(prefix.length()))
                : 0;
    }
}
