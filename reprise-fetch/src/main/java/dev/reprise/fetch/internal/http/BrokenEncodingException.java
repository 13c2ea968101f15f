package dev.reprise.fetch.internal.http;

import java.io.IOException;

/** Report a gzip or deflate body that is broken or ends too early. */
final class BrokenEncodingException extends IOException {
    private static final long serialVersionUID = 1;

    BrokenEncodingException(String message) {
        super(message);
    }
}
