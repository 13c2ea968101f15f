package dev.reprise.testkit;

import java.util.List;

/**
 * The body of an answer and how it is framed.
 *
 * @param declared the Content-Length lines to send instead of the right one; empty: the right one
 */
record Payload(Body body, Coding coding, Framing framing, List<String> declared) {
    static final Payload EMPTY = new Payload(Body.EMPTY, Coding.IDENTITY, Framing.LENGTH, List.of());

    enum Framing {
        LENGTH,
        CHUNKED,
        UNTIL_CLOSE,
        /** No status line and no headers either: the body is all there is. */
        RAW
    }

    Payload body(Body other) {
        return new Payload(other, coding, framing, declared);
    }

    Payload coding(Coding other) {
        return new Payload(body, other, framing, declared);
    }

    Payload framing(Framing other) {
        return new Payload(body, coding, other, List.of());
    }

    Payload declared(List<String> lengths) {
        return new Payload(body, coding, Framing.LENGTH, lengths);
    }

    /** True if the length of the body is known only when all of it was sent: such a body is sent in chunks. */
    boolean isStreamed() {
        return body.isZeros() && coding != Coding.IDENTITY;
    }

    Framing wireFraming() {
        return framing == Framing.LENGTH && declared.isEmpty() && isStreamed() ? Framing.CHUNKED : framing;
    }

    /** True if a client that believes the framing finds the end of this body while the connection stays open. */
    boolean endsWithoutClose(long sent) {
        return switch (wireFraming()) {
            case CHUNKED -> true;
            case UNTIL_CLOSE, RAW -> false;
            case LENGTH -> declared.isEmpty() || (declared.size() == 1 && isAtMost(declared.get(0), sent));
        };
    }

    private static boolean isAtMost(String declared, long sent) {
        try {
            long length = Long.parseLong(declared);
            return length >= 0 && length <= sent;
        } catch (NumberFormatException notALength) {
            return false;
        }
    }
}
