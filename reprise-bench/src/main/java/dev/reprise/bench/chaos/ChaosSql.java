package dev.reprise.bench.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The statements of one file, each headed by {@code -- name: NAME}, in their order. */
final class ChaosSql {
    private static final String HEAD = "-- name: ";

    static final ChaosSql TABLES = read("tables.sql");
    static final ChaosSql RULES = read("rules.sql");

    private final String file;
    private final Map<String, String> statements;

    private ChaosSql(String file, Map<String, String> statements) {
        this.file = file;
        this.statements = Collections.unmodifiableMap(statements);
    }

    static ChaosSql read(String file) {
        Map<String, String> statements = new LinkedHashMap<>();
        String text = text(file);
        for (int from = text.indexOf(HEAD); from >= 0; ) {
            int line = text.indexOf('\n', from);
            int next = text.indexOf(HEAD, line);
            statements.put(
                    text.substring(from + HEAD.length(), line).strip(),
                    text.substring(line + 1, next < 0 ? text.length() : next).strip());
            from = next;
        }
        return new ChaosSql(file, statements);
    }

    String get(String name) {
        String statement = statements.get(name);
        if (statement == null) {
            throw new IllegalArgumentException("statement: " + file + " has none called " + name);
        }
        return statement;
    }

    Map<String, String> all() {
        return statements;
    }

    private static String text(String file) {
        try (InputStream in = ChaosSql.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("resource " + file + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
