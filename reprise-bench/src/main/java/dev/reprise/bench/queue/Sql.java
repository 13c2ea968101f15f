package dev.reprise.bench.queue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The statements of one file, by the names that stand before them. */
final class Sql {
    private static final String NAME = "-- name: ";

    private final String file;
    private final Map<String, String> statements = new LinkedHashMap<>();

    private Sql(String file) {
        this.file = file;
    }

    static Sql read(String file) {
        try (InputStream in = Sql.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("there is no " + file + " beside " + Sql.class);
            }
            Sql sql = new Sql(file);
            String name = "";
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.startsWith(NAME)) {
                    name = line.substring(NAME.length()).strip();
                } else if (!line.startsWith("--") && !name.isEmpty()) {
                    sql.statements.merge(name, line, (above, below) -> above + "\n" + below);
                }
            }
            return sql;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String get(String name) {
        String statement = statements.get(name);
        if (statement == null) {
            throw new IllegalArgumentException("no statement `" + name + "` in " + file + ": " + statements.keySet());
        }
        return statement.strip().replaceAll(";$", "");
    }
}
