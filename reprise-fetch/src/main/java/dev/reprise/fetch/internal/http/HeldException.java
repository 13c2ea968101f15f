package dev.reprise.fetch.internal.http;

import java.io.IOException;

/** Stop a request whose host was put on hold while its connection was made. */
final class HeldException extends IOException {
    private static final long serialVersionUID = 1;

    HeldException() {
        super("the host is on hold");
    }
}
