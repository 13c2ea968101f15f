package dev.reprise.jobs.store;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Tell what a promotion did.
 *
 * @param count how many jobs became ready
 * @param nextDueIn how long until the next scheduled job is due, zero or more, or null: none is scheduled
 */
public record Promoted(int count, @Nullable Duration nextDueIn) {}
