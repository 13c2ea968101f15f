/**
 * Retry a call in memory: sync, async and on virtual threads.
 */
@NullMarked
package dev.reprise.retry;

import org.jspecify.annotations.NullMarked;
