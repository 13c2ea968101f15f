package dev.reprise.fetch.internal.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Decode gzip (RFC 1952, also several members) or deflate (RFC 1950; raw RFC 1951 as some servers send it) as it
 * arrives, and notice a body that is damaged or cut. HttpClient's own consumers check neither length nor checksum.
 */
final class InflatingDecoder implements ContentDecoder {
    private static final int OUTPUT = 16 * 1024;

    private final boolean gzip;
    private final CRC32 crc = new CRC32();
    private final GzipFraming framing = new GzipFraming();
    private final ByteBuffer output = ByteBuffer.allocate(OUTPUT);
    private @Nullable Inflater inflater;
    private boolean started;
    private boolean ended;

    InflatingDecoder(boolean gzip) {
        this.gzip = gzip;
    }

    @Override
    public void decode(ByteBuffer encoded, Sink sink) throws IOException {
        while (encoded.hasRemaining()) {
            if (ended && !startsNextMember(encoded)) {
                // Zero padding or rubbish behind a whole stream, as other clients do: ignored.
                encoded.position(encoded.limit());
                return;
            }
            if (gzip && !framing.skipHeader(encoded)) {
                return;
            }
            if (inflater == null || ended) {
                start(encoded);
            }
            inflate(encoded, sink);
        }
    }

    @Override
    public void end() throws IOException {
        if (started && !ended) {
            throw new BrokenEncodingException((gzip ? "gzip" : "deflate") + " body ends too early");
        }
        if (!started && gzip && framing.begun()) {
            throw new BrokenEncodingException("gzip body ends in its header");
        }
    }

    @Override
    public void close() {
        if (inflater != null) {
            inflater.end();
            inflater = null;
        }
    }

    private boolean startsNextMember(ByteBuffer encoded) {
        if (gzip && framing.memberFollows(encoded)) {
            framing.reset();
            ended = false;
            close();
            return true;
        }
        return false;
    }

    private void start(ByteBuffer encoded) {
        // zlib's header: method 8 in the low bits, and the first two bytes divisible by 31. Judged by the first byte,
        // since the second may not have arrived.
        boolean raw = gzip || (encoded.get(encoded.position()) & 0x0F) != 8;
        inflater = new Inflater(raw);
        crc.reset();
        started = true;
    }

    private void inflate(ByteBuffer encoded, Sink sink) throws IOException {
        Inflater current = java.util.Objects.requireNonNull(inflater, "inflater");
        if (current.finished()) {
            finishMember(encoded, current);
            return;
        }
        current.setInput(encoded);
        try {
            while (true) {
                output.clear();
                int produced = current.inflate(output);
                if (produced > 0) {
                    output.flip();
                    crc.update(output.duplicate());
                    sink.take(output);
                } else if (current.finished() || current.needsInput()) {
                    break;
                } else {
                    throw new BrokenEncodingException("body needs a dictionary that nobody has");
                }
            }
        } catch (DataFormatException e) {
            throw new BrokenEncodingException("damaged " + (gzip ? "gzip" : "deflate") + " body: " + e.getMessage());
        }
        if (current.finished()) {
            finishMember(encoded, current);
        }
    }

    private void finishMember(ByteBuffer encoded, Inflater current) throws IOException {
        if (!gzip) {
            ended = true;
        } else if (framing.readTrailer(encoded)) {
            if (framing.crc() != crc.getValue() || framing.length() != (current.getBytesWritten() & 0xFFFFFFFFL)) {
                throw new BrokenEncodingException("gzip checksum or length does not match");
            }
            ended = true;
        }
    }
}
