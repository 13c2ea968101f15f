/** Fences and storms, with real processes and a real PostgreSQL. */
@NullMarked
package dev.reprise.bench.chaos;

import org.jspecify.annotations.NullMarked;
