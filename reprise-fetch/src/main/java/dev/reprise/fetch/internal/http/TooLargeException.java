package dev.reprise.fetch.internal.http;

import java.io.IOException;

/** Report that a body grew past the limit, counted after decoding. */
final class TooLargeException extends IOException {
    private static final long serialVersionUID = 1;

    TooLargeException(long maxBytes) {
        super("the body is larger than " + maxBytes + " bytes");
    }
}
