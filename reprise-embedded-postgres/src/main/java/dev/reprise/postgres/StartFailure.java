package dev.reprise.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Says why the server ended instead of starting. */
final class StartFailure extends IllegalStateException {
    private static final long serialVersionUID = 1L;
    private static final int LAST_LINES = 20;

    private final boolean portTaken;

    private StartFailure(String message, boolean portTaken) {
        super(message);
        this.portTaken = portTaken;
    }

    static StartFailure of(Home home, int port) throws IOException {
        String said = tail(home.log());
        if (said.contains("could not bind IPv4 address \"127.0.0.1\": Address already in use")) {
            return new StartFailure(
                    "port: " + port + " is taken by another program; allowed is a free port, or none for any", true);
        }
        return new StartFailure("PostgreSQL could not be started in " + home.folder() + "; it said:\n" + said, false);
    }

    boolean portTaken() {
        return portTaken;
    }

    static String tail(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log, UTF_8);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }
}
