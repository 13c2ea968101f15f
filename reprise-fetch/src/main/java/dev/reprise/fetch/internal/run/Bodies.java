package dev.reprise.fetch.internal.run;

import dev.reprise.fetch.internal.http.BodyPlace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lay out the folder of bodies. Each body is named after its URL: the same in each run, never that of another URL, safe
 * on any file system. Bodies that are not whole yet lie apart, in {@code .part}.
 */
public final class Bodies {
    /** Nobody writes to a temporary file for so long; one that old was left by a run that was killed. */
    private static final Duration LEFT_OVER = Duration.ofHours(24);

    private final Path folder;
    private final Path parts;
    private final String run;
    private final AtomicLong made = new AtomicLong();

    private Bodies(Path folder, String run) {
        this.folder = folder;
        this.parts = folder.resolve(".part");
        this.run = run;
    }

    /** Lay out bodies in a folder, which need not exist. */
    public static Bodies in(Path folder) {
        String process = Long.toString(ProcessHandle.current().pid(), 36);
        return new Bodies(folder, process + '-' + Long.toString(System.nanoTime(), 36));
    }

    /** Create the folder for parts, and remove what killed runs left there. */
    public void prepare() throws IOException {
        Files.createDirectories(parts);
        Instant old = Instant.now().minus(LEFT_OVER);
        try (DirectoryStream<Path> found = Files.newDirectoryStream(parts)) {
            for (Path part : found) {
                if (Files.getLastModifiedTime(part).toInstant().isBefore(old)) {
                    Files.deleteIfExists(part);
                }
            }
        }
    }

    /** Return the place of a body by its name, and a temporary one that is used once. */
    BodyPlace placeOf(String name) {
        return new BodyPlace(resolve(name), parts.resolve(run + '-' + made.incrementAndGet()));
    }

    /** Return where a name that a line tells lies. */
    public Path resolve(String name) {
        return folder.resolve(name);
    }

    /** Return a path below the folder, with one of 256 folders first. */
    static String nameOf(String norm) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(norm.getBytes(StandardCharsets.UTF_8));
            String hex = HexFormat.of().formatHex(hash, 0, 16);
            return hex.substring(0, 2) + '/' + hex.substring(2);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
