package dev.reprise.jobs.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** The statements of one noun, read from its file: each is headed by {@code -- name: NAME}. */
final class Sql {
    private static final String HEAD = "-- name: ";

    private final String noun;
    private final Map<String, String> statements;

    private Sql(String noun, Map<String, String> statements) {
        this.noun = noun;
        this.statements = statements;
    }

    static Sql read(String noun, String schema) {
        Map<String, String> statements = new HashMap<>();
        String text = withSchema(resource(noun + ".sql"), schema);
        for (int from = text.indexOf(HEAD); from >= 0; ) {
            int line = text.indexOf('\n', from);
            int next = text.indexOf(HEAD, line);
            String statement = text.substring(line + 1, next < 0 ? text.length() : next);
            statements.put(text.substring(from + HEAD.length(), line).strip(), statement.strip());
            from = next;
        }
        return new Sql(noun, statements);
    }

    String get(String name) {
        String statement = statements.get(name);
        if (statement == null) {
            throw new IllegalArgumentException("statement: " + noun + ".sql has none called " + name);
        }
        return statement;
    }

    static String withSchema(String text, String schema) {
        return text.replace("${schema}", '"' + schema + '"');
    }

    static String resource(String name) {
        try (InputStream in = Sql.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource " + name + " is missing from this jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
