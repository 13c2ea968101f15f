package dev.reprise.jobs.postgres;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * One numbered file of SQL. Once released it never changes; what it defines is changed by a later one.
 *
 * @param number its place, from 1
 * @param name the file's name
 * @param text the file, the schema not put in yet
 */
record Migration(int number, String name, String text) {
    private static final List<String> NAMES = List.of(
            "0001_tables",
            "0002_enqueue",
            "0003_claim",
            "0004_ending",
            "0005_beat",
            "0006_finish",
            "0007_promote",
            "0008_expire",
            "0009_reclaim",
            "0010_cancel",
            "0011_redrive",
            "0012_prune");

    /** All that this version of the library knows, in order. */
    static final List<Migration> ALL = NAMES.stream().map(Migration::read).toList();

    private static Migration read(String name) {
        // Line ends of the build machine must not change the checksum.
        String text = Sql.resource("migrations/" + name + ".sql").replace("\r\n", "\n");
        return new Migration(Integer.parseInt(name.substring(0, 4)), name, text);
    }

    String sql(String schema) {
        return Sql.withSchema(text, schema);
    }

    /** The checksum of the text, which is the same in every schema. */
    String sha256() {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is part of every JDK", e);
        }
    }
}
