package dev.reprise.postgres;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Set up a server; every method returns new options and leaves the old ones as they are. */
public final class EmbeddedPostgresOptions {
    private static final int HIGHEST_PORT = 65_535;

    private final Optional<Path> folder;
    private final int port;
    private final Map<String, String> settings;

    private EmbeddedPostgresOptions(Optional<Path> folder, int port, Map<String, String> settings) {
        this.folder = folder;
        this.port = port;
        this.settings = settings;
    }

    static EmbeddedPostgresOptions of(Optional<Path> folder) {
        return new EmbeddedPostgresOptions(folder, 0, Map.of());
    }

    /**
     * Listen on this port instead of any that is free.
     *
     * @param number 1 to 65,535
     * @return the options with this port
     * @throws IllegalArgumentException if the number is outside the range
     */
    public EmbeddedPostgresOptions port(int number) {
        if (number < 1 || number > HIGHEST_PORT) {
            throw new IllegalArgumentException("port: " + number + "; allowed is 1 to " + HIGHEST_PORT);
        }
        return new EmbeddedPostgresOptions(folder, number, settings);
    }

    /**
     * Change a setting of the server, such as {@code max_connections}, for as long as this server is open.
     *
     * <p>The defaults are PostgreSQL's own. So {@code fsync} is on: what was committed
     * survives a crash.
     *
     * @param name the setting's name; not one of those that say where the server listens and keeps its data
     * @param value its value, as it would stand in {@code postgresql.conf}, without quotes
     * @return the options with this setting
     * @throws IllegalArgumentException if this setting cannot be changed
     */
    public EmbeddedPostgresOptions setting(String name, String value) {
        Fixed.check(Objects.requireNonNull(name, "name"));
        Objects.requireNonNull(value, "value");
        Map<String, String> more = new LinkedHashMap<>(settings);
        more.put(name, value);
        return new EmbeddedPostgresOptions(folder, port, Collections.unmodifiableMap(more));
    }

    /**
     * Start the server and wait until it accepts connections.
     *
     * @return the running server
     * @throws IllegalStateException if it cannot be started: the message says why, and what to do
     * @throws java.io.UncheckedIOException if a folder cannot be written or a program cannot be run
     */
    public EmbeddedPostgres start() {
        return EmbeddedPostgres.open(this);
    }

    Optional<Path> folder() {
        return folder;
    }

    /** Returns the port, or 0 for any. */
    int port() {
        return port;
    }

    Map<String, String> settings() {
        return settings;
    }
}
