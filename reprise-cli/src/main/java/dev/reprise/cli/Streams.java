package dev.reprise.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tells why a standard stream cannot be written to. */
final class Streams {
    private static final int TYPE = 0170000;
    private static final int PIPE = 0010000;
    private static final int SOCKET = 0140000;

    private Streams() {}

    /**
     * Tells whether nobody reads it any more, and not, for instance, that the disk is full. The system says so in the
     * words of the locale; a pipe or a socket knows no other reason.
     *
     * @param name stdout or stderr
     */
    static boolean isUnread(String name, IOException failure) {
        return String.valueOf(failure.getMessage()).contains("Broken pipe") || leadsToReader(name);
    }

    private static boolean leadsToReader(String name) {
        try {
            int type = (Integer) Files.getAttribute(Path.of("/dev/" + name), "unix:mode") & TYPE;
            return type == PIPE || type == SOCKET;
        } catch (IOException | UnsupportedOperationException unknown) {
            return false;
        }
    }
}
