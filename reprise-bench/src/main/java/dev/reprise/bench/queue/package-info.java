/** Durable queues on one PostgreSQL, measured in turn. */
@NullMarked
package dev.reprise.bench.queue;

import org.jspecify.annotations.NullMarked;
