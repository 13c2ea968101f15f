package dev.reprise.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one server: {@code data}, {@code password}, {@code log} and, if it is kept, {@code lock}.
 *
 * <p>The lock is held for as long as the server is open, so that two JVMs never make or start the same data at once.
 */
final class Home implements Closeable {
    private final Path folder;
    private final @Nullable FileChannel lock;

    private Home(Path folder, @Nullable FileChannel lock) {
        this.folder = folder;
        this.lock = lock;
    }

    static Home temporary() {
        try {
            return new Home(Files.createTempDirectory("reprise-postgres-"), null);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a folder in " + System.getProperty("java.io.tmpdir"), e);
        }
    }

    static Home kept(Path folder) {
        try {
            Path real = Files.createDirectories(folder).toRealPath();
            return new Home(real, locked(real));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "folder: " + folder + " cannot be used (" + e + "); allowed is a folder that this user can write",
                    e);
        }
    }

    private static FileChannel locked(Path folder) throws IOException {
        FileChannel channel =
                FileChannel.open(folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // This JVM itself has it.
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        throw new IllegalStateException(
                "folder: " + folder + " is used by another server: close that one, or use another folder");
    }

    Path folder() {
        return folder;
    }

    boolean throwAway() {
        return lock == null;
    }

    /** What ends a server whose data nobody will read again may be quick; what is kept is written first. */
    String stopSignal() {
        return throwAway() ? "QUIT" : "INT";
    }

    Path data() {
        return folder.resolve("data");
    }

    Path log() {
        return folder.resolve("log");
    }

    String password() throws IOException {
        Path file = folder.resolve("password");
        if (!Files.exists(file)) {
            throw new IllegalStateException(
                    file + " is missing: it holds the password of the data's superuser; put it back");
        }
        return Files.readString(file, UTF_8).strip();
    }

    /** Makes the data if there is none yet, complete or not at all; refuses data of another major version. */
    void prepare(Programs programs) throws IOException, InterruptedException {
        Path version = data().resolve("PG_VERSION");
        if (Files.exists(version)) {
            requireSameMajor(Files.readString(version, UTF_8).strip(), programs);
            return;
        }
        makePassword();
        Path part = folder.resolve("data.part");
        Folders.delete(part);
        List<String> arguments = new ArrayList<>(List.of(
                "--pgdata=" + part,
                "--username=" + EmbeddedPostgres.USER,
                "--pwfile=" + folder.resolve("password"),
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                // The same order of texts on every machine.
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8",
                "--set=timezone=UTC",
                "--set=log_timezone=UTC",
                "--no-instructions"));
        if (throwAway()) {
            // If the machine dies now, nobody misses the data. The server itself syncs as usual.
            arguments.add("--no-sync");
        }
        Programs.run(programs.prepare("initdb", arguments));
        Files.move(part, data(), StandardCopyOption.ATOMIC_MOVE);
    }

    private void requireSameMajor(String found, Programs programs) throws IOException, InterruptedException {
        // "postgres (PostgreSQL) 18.6"
        String said = Programs.run(programs.prepare("postgres", List.of("--version")));
        String major = said.substring(said.lastIndexOf(' ') + 1).split("\\D", 2)[0];
        if (!found.equals(major)) {
            throw new IllegalStateException(
                    "folder: " + data() + " holds data of PostgreSQL " + found + "; the programs are " + major
                            + ": use programs of version " + found + ", or move the data with pg_dump or pg_upgrade");
        }
    }

    private void makePassword() throws IOException {
        Path file = folder.resolve("password");
        if (!Files.exists(file)) {
            byte[] random = new byte[16];
            new SecureRandom().nextBytes(random);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, HexFormat.of().formatHex(random) + "\n");
        }
    }

    @Override
    public void close() throws IOException {
        if (lock != null) {
            lock.close();
        } else {
            Folders.delete(folder);
        }
    }
}
