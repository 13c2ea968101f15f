/**
 * Keep jobs in memory, for tests and tries: the same behaviour without a database.
 */
@NullMarked
package dev.reprise.jobs.memory;

import org.jspecify.annotations.NullMarked;
