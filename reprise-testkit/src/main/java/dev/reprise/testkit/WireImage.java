package dev.reprise.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reprise.testkit.Payload.Framing;
import java.util.Map;

/** The bytes of an answer as they are sent; nobody changes these arrays. */
final class WireImage {
    static final byte[] CRLF = {'\r', '\n'};
    static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(US_ASCII);

    private static final Map<Integer, String> REASONS = Map.ofEntries(
            Map.entry(200, "OK"),
            Map.entry(204, "No Content"),
            Map.entry(301, "Moved Permanently"),
            Map.entry(302, "Found"),
            Map.entry(303, "See Other"),
            Map.entry(304, "Not Modified"),
            Map.entry(307, "Temporary Redirect"),
            Map.entry(308, "Permanent Redirect"),
            Map.entry(400, "Bad Request"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(408, "Request Timeout"),
            Map.entry(429, "Too Many Requests"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(502, "Bad Gateway"),
            Map.entry(503, "Service Unavailable"),
            Map.entry(504, "Gateway Timeout"));

    private final byte[] head;
    private final byte[] body;
    private final byte[] all;
    private final long bodyLength;

    private WireImage(byte[] head, byte[] body, byte[] all, long bodyLength) {
        this.head = head;
        this.body = body;
        this.all = all;
        this.bodyLength = bodyLength;
    }

    static WireImage of(Answer answer) {
        Payload payload = answer.payload();
        boolean streamed = payload.body().isZeros();
        byte[] body = hasBody(answer) ? payload.coding().encode(payload.body().bytes()) : new byte[0];
        long length = body.length;
        if (streamed) {
            length = payload.isStreamed() ? -1 : payload.body().length();
        }
        byte[] head = payload.framing() == Framing.RAW ? new byte[0] : head(answer, length);
        byte[] all = streamed ? new byte[0] : join(head, payload.wireFraming() == Framing.CHUNKED ? chunk(body) : body);
        return new WireImage(head, body, all, length);
    }

    /** Status line and headers with the empty line behind them. */
    byte[] head() {
        return head;
    }

    /** The encoded body without chunk framing; empty if it is streamed or must not be sent. */
    byte[] body() {
        return body;
    }

    /** Head and body with chunk framing: the whole answer in one piece; empty if the body is streamed. */
    byte[] all() {
        return all;
    }

    /** The encoded bytes to send, -1 if nobody knows. */
    long bodyLength() {
        return bodyLength;
    }

    /** RFC 9110, section 6.4.1: these have no body whatever the headers say. */
    static boolean hasBody(Answer answer) {
        int status = answer.status();
        return status == 0 || (status >= 200 && status != 204 && status != 304);
    }

    static byte[] chunkHeader(int length) {
        return (Integer.toHexString(length) + "\r\n").getBytes(US_ASCII);
    }

    private static byte[] chunk(byte[] body) {
        return body.length == 0 ? LAST_CHUNK : join(chunkHeader(body.length), body, CRLF, LAST_CHUNK);
    }

    private static byte[] head(Answer answer, long length) {
        Payload payload = answer.payload();
        StringBuilder head = new StringBuilder(160);
        head.append("HTTP/1.1 ").append(answer.status()).append(' ');
        head.append(REASONS.getOrDefault(answer.status(), "")).append("\r\n");
        answer.headers().forEach(header -> line(head, header.name(), header.value()));
        if (payload.coding().header != null) {
            line(head, "Content-Encoding", payload.coding().header);
        }
        if (answer.delivery().closing()) {
            line(head, "Connection", "close");
        }
        if (!payload.declared().isEmpty()) {
            payload.declared().forEach(value -> line(head, "Content-Length", value));
        } else if (hasBody(answer)) {
            switch (payload.wireFraming()) {
                case LENGTH -> line(head, "Content-Length", Long.toString(length));
                case CHUNKED -> line(head, "Transfer-Encoding", "chunked");
                case UNTIL_CLOSE, RAW -> {}
            }
        }
        return head.append("\r\n").toString().getBytes(UTF_8);
    }

    private static void line(StringBuilder head, String name, String value) {
        head.append(name).append(": ").append(value).append("\r\n");
    }

    private static byte[] join(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        byte[] joined = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, joined, at, part.length);
            at += part.length;
        }
        return joined;
    }
}
