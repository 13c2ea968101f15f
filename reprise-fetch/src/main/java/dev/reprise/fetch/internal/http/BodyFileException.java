package dev.reprise.fetch.internal.http;

import java.io.IOException;
import java.nio.file.Path;

/** Report that a body could not be written: the run's own disk, not the server, is at fault. */
public final class BodyFileException extends IOException {
    private static final long serialVersionUID = 1;

    BodyFileException(Path target, IOException cause) {
        super("cannot write the body file " + target + ": " + cause.getMessage(), cause);
    }
}
