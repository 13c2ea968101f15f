package dev.reprise.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Finds the folder of the user in which unpacked programs stay. */
final class CacheFolder {
    private CacheFolder() {}

    static Path find() {
        return find(home(), Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** Prefers the user's cache; where that cannot be written, a folder of this user alone beside the temporary files. */
    static Path find(Path home, Path temporary) {
        try {
            Path cache = Files.createDirectories(home.resolve("reprise").resolve("postgres"));
            if (Files.isWritable(cache)) {
                return cache;
            }
        } catch (IOException e) {
            // Containers often run as a user without a home.
        }
        Path shared = temporary.resolve("reprise-postgres-" + System.getProperty("user.name"));
        try {
            Files.createDirectories(
                    shared, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            requireOwn(shared);
            return shared;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot write in " + home + " nor in " + shared + "; set XDG_CACHE_HOME to a folder that can", e);
        }
    }

    /** A folder that somebody else put there could hold somebody else's programs. */
    private static void requireOwn(Path folder) throws IOException {
        Path probe = Files.createTempFile(folder, "owner-", "");
        try {
            if (!Files.getOwner(probe).equals(Files.getOwner(folder))) {
                throw new IOException(folder + " belongs to " + Files.getOwner(folder));
            }
        } finally {
            Files.delete(probe);
        }
    }

    private static Path home() {
        String stated = System.getenv("XDG_CACHE_HOME");
        if (stated != null && Path.of(stated).isAbsolute()) {
            return Path.of(stated);
        }
        Path home = Path.of(System.getProperty("user.home"));
        return System.getProperty("os.name").startsWith("Mac")
                ? home.resolve("Library/Caches")
                : home.resolve(".cache");
    }
}
