/** Schedules: how long to wait after the Nth failure, with jitter that can be replayed. */
@NullMarked
package dev.reprise.backoff;

import org.jspecify.annotations.NullMarked;
