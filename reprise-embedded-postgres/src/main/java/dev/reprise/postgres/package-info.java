/**
 * Start a real PostgreSQL from Maven artifacts, thrown away at its end or kept in a folder.
 *
 * <p>{@link dev.reprise.postgres.EmbeddedPostgres} is the server, {@link dev.reprise.postgres.EmbeddedPostgresOptions}
 * says how it starts.
 */
@NullMarked
package dev.reprise.postgres;

import org.jspecify.annotations.NullMarked;
