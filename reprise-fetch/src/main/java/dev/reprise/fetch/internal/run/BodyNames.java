package dev.reprise.fetch.internal.run;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Name the file of a body after its URL: the same in each run, never that of another URL, safe on any file system. */
final class BodyNames {
    private BodyNames() {}

    /** Return a path below the folder of bodies, with one of 256 folders first. */
    static String of(String norm) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(norm.getBytes(StandardCharsets.UTF_8));
            String hex = HexFormat.of().formatHex(hash, 0, 16);
            return hex.substring(0, 2) + '/' + hex.substring(2);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
