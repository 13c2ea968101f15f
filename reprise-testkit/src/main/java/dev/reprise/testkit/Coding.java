package dev.reprise.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** The content-encoding of a body, right or damaged. */
enum Coding {
    IDENTITY(null),
    GZIP("gzip"),
    GZIP_TRUNCATED("gzip"),
    GZIP_BAD_CRC("gzip"),
    DEFLATE("deflate"),
    DEFLATE_RAW("deflate");

    private static final int GZIP_TRAILER = 8;

    final @Nullable String header;

    Coding(@Nullable String header) {
        this.header = header;
    }

    byte[] encode(byte[] body) {
        if (this == IDENTITY) {
            return body;
        }
        ByteArrayOutputStream encoded = new ByteArrayOutputStream();
        try (OutputStream out = open(encoded)) {
            out.write(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return damage(encoded.toByteArray());
    }

    /** Encodes a stream; only the undamaged codings are ever streamed. */
    OutputStream open(OutputStream out) throws IOException {
        return switch (this) {
            case IDENTITY -> out;
            case GZIP, GZIP_TRUNCATED, GZIP_BAD_CRC -> new GZIPOutputStream(out, 8192);
            case DEFLATE -> new DeflaterOutputStream(out);
            case DEFLATE_RAW -> new RawDeflaterOutputStream(out);
        };
    }

    private byte[] damage(byte[] encoded) {
        if (this == GZIP_TRUNCATED) {
            // Half of the deflated data, and no trailer: what a broken proxy or a full disk leaves behind.
            return Arrays.copyOf(encoded, 10 + (encoded.length - 10 - GZIP_TRAILER) / 2);
        }
        if (this == GZIP_BAD_CRC) {
            encoded[encoded.length - GZIP_TRAILER] ^= 0x55;
        }
        return encoded;
    }

    /** Deflate without the zlib wrapper: what many servers send as "deflate". */
    private static final class RawDeflaterOutputStream extends DeflaterOutputStream {
        RawDeflaterOutputStream(OutputStream out) {
            super(out, new Deflater(Deflater.DEFAULT_COMPRESSION, true));
        }

        @Override
        public void close() throws IOException {
            super.close();
            def.end(); // the superclass ends only a deflater it made itself
        }
    }
}
