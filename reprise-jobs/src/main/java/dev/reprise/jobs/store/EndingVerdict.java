package dev.reprise.jobs.store;

import dev.reprise.jobs.JobState;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Tell what an ending, or a reclaim, did.
 *
 * @param id the job
 * @param state the job's state after it, or null: fenced off, nothing was changed
 * @param skippedChildren children that were not added since their key was taken
 */
public record EndingVerdict(UUID id, @Nullable JobState state, List<UUID> skippedChildren) {
    /** {@inheritDoc} */
    public EndingVerdict {
        Objects.requireNonNull(id, "id");
        skippedChildren = List.copyOf(skippedChildren);
    }

    /** {@return whether the fence held and the write was applied} */
    public boolean isApplied() {
        return state != null;
    }
}
