/**
 * Keep jobs in PostgreSQL: the schema, its migrations, and the statements behind the store.
 */
@NullMarked
package dev.reprise.jobs.postgres;

import org.jspecify.annotations.NullMarked;
