package dev.reprise.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Start a real PostgreSQL, with its programs from Maven artifacts, and stop it at the end.
 *
 * <p>The server listens on 127.0.0.1 only. Its superuser {@value #USER} has a random password, which {@link #url()} and
 * the data sources contain: other users of the machine cannot log in. The programs are unpacked once, into the user's
 * cache folder ({@code XDG_CACHE_HOME}, {@code ~/.cache}, on macOS {@code ~/Library/Caches}).
 *
 * <p>If the JVM ends without {@link #close()}, a shutdown hook closes the server. If the JVM is killed, a small shell
 * that waits on a pipe from the JVM notices, stops the server and deletes what is to be thrown away.
 *
 * <p>Instances may be used by several threads.
 */
public final class EmbeddedPostgres implements AutoCloseable {
    /** Name the superuser. */
    public static final String USER = "postgres";

    private static final String DATABASE = "postgres";
    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,62}");
    private static final int PORT_TRIES = 5;

    private final Home home;
    private final Programs programs;
    private final Watchdog watchdog;
    private final Map<String, String> settings;
    private final String password;
    private final int port;
    private final Thread hook = new Thread(this::shutDown, "embedded-postgres-shutdown");
    private Server server;
    private boolean closed;

    private EmbeddedPostgres(Home home, Programs programs, Watchdog watchdog, EmbeddedPostgresOptions options)
            throws IOException, InterruptedException {
        this.home = home;
        this.programs = programs;
        this.watchdog = watchdog;
        this.settings = options.settings();
        this.password = home.password();
        int asked = options.port();
        int tried = asked == 0 ? FreePort.find() : asked;
        Server started = null;
        for (int tries = 1; started == null; tries++) {
            try {
                started = Server.start(home, programs, tried, settings, watchdog);
            } catch (StartFailure e) {
                if (asked != 0 || !e.portTaken() || tries == PORT_TRIES) {
                    throw e;
                }
                // Somebody took it since it was found free.
                tried = FreePort.find();
            }
        }
        this.server = started;
        this.port = tried;
    }

    /**
     * Start a throw-away server: its data lies in a temporary folder, which {@link #close()} deletes.
     *
     * @return the running server
     * @throws IllegalStateException if it cannot be started: the message says why, and what to do
     * @throws UncheckedIOException if a folder cannot be written or a program cannot be run
     */
    public static EmbeddedPostgres start() {
        return throwAway().start();
    }

    /**
     * Set up a throw-away server: its data lies in a temporary folder, which {@link #close()} deletes.
     *
     * @return the options, which can be changed and started
     */
    public static EmbeddedPostgresOptions throwAway() {
        return EmbeddedPostgresOptions.of(Optional.empty());
    }

    /**
     * Set up a server whose data is kept in a folder; the next start finds it again.
     *
     * <p>The folder gets {@code data}, {@code password} (readable by its owner only), {@code lock}, which keeps a second
     * server out, and {@code log}, what the server wrote since the last start. It is made if it is not there.
     *
     * @param folder the folder
     * @return the options, which can be changed and started
     */
    public static EmbeddedPostgresOptions in(Path folder) {
        return EmbeddedPostgresOptions.of(Optional.of(Objects.requireNonNull(folder, "folder")));
    }

    static EmbeddedPostgres open(EmbeddedPostgresOptions options) {
        Programs programs = Programs.of(Binaries.folder());
        Home home = options.folder().map(Home::kept).orElseGet(Home::temporary);
        boolean opened = false;
        try {
            Watchdog watchdog = Watchdog.start(home);
            try {
                home.prepare(programs);
                Files.deleteIfExists(home.log());
                var postgres = new EmbeddedPostgres(home, programs, watchdog, options);
                opened = true;
                return postgres.hooked();
            } finally {
                if (!opened) {
                    home.close();
                    watchdog.close();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL could not be started in " + home.folder(), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private EmbeddedPostgres hooked() {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            return this;
        } catch (IllegalStateException e) {
            shutDown();
            throw new IllegalStateException("the JVM is about to end: it starts no server any more", e);
        }
    }

    /**
     * Return a data source for the database {@code postgres}; it opens a new connection each time.
     *
     * @return the data source, which stays good after {@link #restart()}
     */
    public DataSource dataSource() {
        return dataSource(DATABASE);
    }

    /**
     * Return a data source for a database; it opens a new connection each time.
     *
     * @param database the database's name; it need not exist yet
     * @return the data source, which stays good after {@link #restart()}
     */
    public DataSource dataSource(String database) {
        var source = new PGSimpleDataSource();
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setPortNumbers(new int[] {port});
        source.setDatabaseName(Objects.requireNonNull(database, "database"));
        source.setUser(USER);
        source.setPassword(password);
        return source;
    }

    /**
     * Return the JDBC URL of the database {@code postgres}, with user and password.
     *
     * @return the URL
     */
    public String url() {
        return url(DATABASE);
    }

    /**
     * Return the JDBC URL of a database, with user and password.
     *
     * @param database the database's name; it need not exist yet
     * @return the URL
     */
    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + checked(database) + "?user=" + USER + "&password="
                + password;
    }

    /**
     * Make a new, empty database with a random name.
     *
     * @return a data source for it
     * @throws IllegalStateException if the server is not running or refuses
     */
    public DataSource createDatabase() {
        return createDatabase("db_" + UUID.randomUUID().toString().replace('-', '_'));
    }

    /**
     * Make a new, empty database.
     *
     * @param name its name: at most 63 small letters, digits and underscores, not beginning with a digit
     * @return a data source for it
     * @throws IllegalArgumentException if the name is not allowed
     * @throws IllegalStateException if the server is not running or refuses, for example because the name is taken
     */
    public DataSource createDatabase(String name) {
        checked(name);
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            // The name of a database cannot be a parameter; it was checked.
            statement.execute("CREATE DATABASE \"" + name + "\" TEMPLATE template0");
            return dataSource(name);
        } catch (SQLException e) {
            throw new IllegalStateException("database: " + name + " could not be made: " + e.getMessage(), e);
        }
    }

    private static String checked(String database) {
        if (!NAME.matcher(Objects.requireNonNull(database, "database")).matches()) {
            throw new IllegalArgumentException("database: " + database
                    + "; allowed are 1 to 63 small letters, digits and underscores, not beginning with a digit");
        }
        return database;
    }

    /**
     * Return the port on which the server listens, the same after {@link #restart()}.
     *
     * @return the port
     */
    public int port() {
        return port;
    }

    /**
     * Return the password of {@value #USER}.
     *
     * @return the password
     */
    public String password() {
        return password;
    }

    /**
     * Return the folder of PostgreSQL's programs {@code initdb}, {@code pg_ctl} and {@code postgres}.
     *
     * @return the folder
     */
    public Path bin() {
        return programs.bin();
    }

    /**
     * Return the server's folder, in which {@code log} is what it wrote since its start.
     *
     * @return the folder; a temporary one if it is thrown away
     */
    public Path folder() {
        return home.folder();
    }

    /**
     * Say whether the server's process is there.
     *
     * @return false after {@link #stopImmediately()}, {@link #close()}, or a crash
     */
    public synchronized boolean isRunning() {
        return server.isRunning();
    }

    /**
     * Stop the server as a crash would: connections break, nothing is written any more; the data stays.
     *
     * <p>This is PostgreSQL's immediate shutdown. The next start recovers from the write-ahead log.
     */
    public synchronized void stopImmediately() {
        stop("QUIT");
    }

    /**
     * Start the server again, on the same port, with the same data and settings; if it still runs, stop it first.
     *
     * <p>Running transactions are rolled back and connections closed.
     *
     * @throws IllegalStateException if the server was closed or cannot be started: the message says why
     */
    public synchronized void restart() {
        if (closed) {
            throw new IllegalStateException("the server in " + home.folder() + " is closed; start a new one");
        }
        stop("INT");
        try {
            server = Server.start(home, programs, port, settings, watchdog);
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL could not be restarted in " + home.folder(), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Stop the server; keep its data in its folder, or delete it if it is to be thrown away. Do nothing if closed. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is about to end; the hook, or this call, stops the server.
        }
        shutDown();
    }

    private synchronized void shutDown() {
        if (closed) {
            return;
        }
        closed = true;
        // The watchdog ends last: if the JVM is killed meanwhile, it does the rest.
        try (watchdog;
                home) {
            stop(home.stopSignal());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot clean up " + home.folder(), e);
        }
    }

    private void stop(String signal) {
        try {
            server.stop(signal);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot stop the server in " + home.folder(), e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while the server started or stopped", cause);
    }
}
