package dev.reprise.jobs.postgres;

import dev.reprise.postgres.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A real PgBouncer in transaction mode before a server. */
final class PgBouncer implements AutoCloseable {
    private static final List<Path> PLACES = List.of(Path.of("/usr/sbin/pgbouncer"), Path.of("/usr/bin/pgbouncer"));

    private final Path folder;
    private final Process process;
    private final int port;

    private PgBouncer(Path folder, Process process, int port) {
        this.folder = folder;
        this.process = process;
        this.port = port;
    }

    static Optional<Path> program() {
        return PLACES.stream().filter(Files::isExecutable).findFirst();
    }

    static PgBouncer before(EmbeddedPostgres server) throws IOException {
        int port = freePort();
        Path folder = Files.createTempDirectory("pgbouncer");
        Path settings = folder.resolve("pgbouncer.ini");
        Files.writeString(settings, """
                [databases]
                * = host=127.0.0.1 port=%d user=%s password=%s
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                auth_type = any
                pool_mode = transaction
                default_pool_size = 4
                unix_socket_dir =
                """.formatted(server.port(), EmbeddedPostgres.USER, server.password(), port));
        // PgBouncer refuses to run as root; as nobody it must be able to read its settings.
        boolean root = "root".equals(System.getProperty("user.name"));
        if (root) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Stream<String> command = root
                ? Stream.of(program().orElseThrow().toString(), "-u", "nobody", settings.toString())
                : Stream.of(program().orElseThrow().toString(), settings.toString());
        Process process =
                new ProcessBuilder(command.toList()).redirectErrorStream(true).start();
        PgBouncer bouncer = new PgBouncer(folder, process, port);
        bouncer.awaitUp();
        return bouncer;
    }

    DataSource dataSource(String database) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setPortNumbers(new int[] {port});
        source.setDatabaseName(database);
        source.setUser("anybody");
        source.setPassword("anything");
        return source;
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
        Files.deleteIfExists(folder.resolve("pgbouncer.ini"));
        Files.deleteIfExists(folder);
    }

    private void awaitUp() throws IOException {
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder all = new StringBuilder();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            all.append(line).append('\n');
            if (line.contains("process up")) {
                Thread drain = new Thread(() -> drain(said), "pgbouncer-output");
                drain.setDaemon(true);
                drain.start();
                return;
            }
        }
        throw new IllegalStateException("PgBouncer did not start:\n" + all);
    }

    private static void drain(BufferedReader said) {
        try {
            while (said.readLine() != null) {
                // A full pipe would stop it.
            }
        } catch (IOException closed) {
            // It has ended.
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
