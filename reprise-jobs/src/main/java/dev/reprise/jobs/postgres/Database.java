package dev.reprise.jobs.postgres;

import java.util.Objects;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * Names where the tables are and how to get there.
 *
 * @param dataSource connections for everything but listening
 * @param listenOn connections that reach the server itself, for listening
 * @param schema the schema's name, bare
 */
record Database(DataSource dataSource, DataSource listenOn, String schema) {
    static final String DEFAULT_SCHEMA = "reprise";

    private static final Pattern NAME = Pattern.compile("[a-z_][a-z0-9_]{0,40}");

    Database {
        Objects.requireNonNull(dataSource, "dataSource");
        Objects.requireNonNull(listenOn, "listenOn");
        if (!NAME.matcher(Objects.requireNonNull(schema, "schema")).matches()) {
            throw new IllegalArgumentException(
                    "schema: '" + schema + "' is not 1 to 41 of a-z, 0-9 and _, the first no digit");
        }
    }

    static Database on(DataSource dataSource) {
        return new Database(dataSource, dataSource, DEFAULT_SCHEMA);
    }

    /** The statements of one file, with the schema put in. */
    Sql sql(String noun) {
        return Sql.read(noun, schema);
    }
}
