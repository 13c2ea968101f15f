package dev.reprise.fetch.internal.http;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Turn the bytes of a response into the bytes of its body, piece by piece. */
interface ContentDecoder {
    /** Take what is decoded. */
    interface Sink {
        void take(ByteBuffer decoded) throws IOException;
    }

    void decode(ByteBuffer encoded, Sink sink) throws IOException;

    /** Check that the stream was whole. */
    void end() throws IOException;

    void close();

    /** Pass a body that is not encoded. */
    ContentDecoder IDENTITY = new ContentDecoder() {
        @Override
        public void decode(ByteBuffer encoded, Sink sink) throws IOException {
            sink.take(encoded);
        }

        @Override
        public void end() {}

        @Override
        public void close() {}
    };

    /**
     * Choose the decoder of a Content-Encoding. Encodings that were not asked for are passed as they are: the digest
     * is then that of what was sent.
     */
    static ContentDecoder of(String contentEncoding) {
        return switch (contentEncoding.strip().toLowerCase(java.util.Locale.ROOT)) {
            case "gzip", "x-gzip" -> new InflatingDecoder(true);
            case "deflate" -> new InflatingDecoder(false);
            default -> IDENTITY;
        };
    }
}
