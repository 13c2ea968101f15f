package dev.reprise.fetch.internal.http;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Read the header and the trailer of a gzip member (RFC 1952), byte by byte as they arrive. */
final class GzipFraming {
    private static final int FHCRC = 2;
    private static final int FEXTRA = 4;
    private static final int FNAME = 8;
    private static final int FCOMMENT = 16;

    private enum Part {
        FIXED,
        EXTRA_LENGTH,
        EXTRA,
        NAME,
        COMMENT,
        HEADER_CRC,
        DATA
    }

    private Part part = Part.FIXED;
    private int at;
    private int flags;
    private int extraLength;
    private int trailerAt;
    private long crc;
    private long length;

    void reset() {
        part = Part.FIXED;
        at = 0;
        trailerAt = 0;
        crc = 0;
        length = 0;
    }

    boolean begun() {
        return part != Part.FIXED || at > 0;
    }

    /** Skip header bytes; true once the compressed data is next (perhaps not yet in this buffer). */
    boolean skipHeader(ByteBuffer bytes) throws IOException {
        while (part != Part.DATA && bytes.hasRemaining()) {
            header(bytes.get() & 0xFF);
        }
        return part == Part.DATA && bytes.hasRemaining();
    }

    private void header(int b) throws IOException {
        switch (part) {
            case FIXED -> fixed(b);
            case EXTRA_LENGTH -> {
                extraLength |= b << (8 * at);
                if (++at == 2) {
                    enter(extraLength > 0 ? Part.EXTRA : after(Part.EXTRA));
                }
            }
            case EXTRA -> {
                if (++at == extraLength) {
                    enter(after(Part.EXTRA));
                }
            }
            case NAME, COMMENT -> {
                if (b == 0) {
                    enter(after(part));
                }
            }
            case HEADER_CRC -> {
                if (++at == 2) {
                    enter(Part.DATA);
                }
            }
            case DATA -> throw new IllegalStateException("the header is over");
        }
    }

    private void fixed(int b) throws IOException {
        boolean wrong = (at == 0 && b != 0x1F) || (at == 1 && b != 0x8B) || (at == 2 && b != 8);
        if (wrong) {
            throw new BrokenEncodingException("not a gzip body: byte " + at + " of its header is " + b);
        }
        if (at == 3) {
            flags = b;
        }
        if (++at == 10) {
            extraLength = 0;
            enter((flags & FEXTRA) != 0 ? Part.EXTRA_LENGTH : after(Part.EXTRA));
        }
    }

    private Part after(Part done) {
        if (done.compareTo(Part.EXTRA) <= 0 && (flags & FNAME) != 0) {
            return Part.NAME;
        }
        if (done.compareTo(Part.NAME) <= 0 && (flags & FCOMMENT) != 0) {
            return Part.COMMENT;
        }
        return (flags & FHCRC) != 0 ? Part.HEADER_CRC : Part.DATA;
    }

    private void enter(Part next) {
        part = next;
        at = 0;
    }

    /** Read the eight trailer bytes; true once all have arrived. */
    boolean readTrailer(ByteBuffer bytes) {
        while (trailerAt < 8 && bytes.hasRemaining()) {
            long b = bytes.get() & 0xFF;
            if (trailerAt < 4) {
                crc |= b << (8 * trailerAt);
            } else {
                length |= b << (8 * (trailerAt - 4));
            }
            trailerAt++;
        }
        return trailerAt == 8;
    }

    long crc() {
        return crc;
    }

    long length() {
        return length;
    }

    /** Tell whether the first byte behind a whole member begins another one. */
    boolean memberFollows(ByteBuffer bytes) {
        return (bytes.get(bytes.position()) & 0xFF) == 0x1F;
    }
}
