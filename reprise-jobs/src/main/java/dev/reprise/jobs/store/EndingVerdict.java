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
 * @param refusal why the store cannot write this ending in any form, or null: it did, or the fence did not hold. The row is as it
 *     was; other rows of the batch are not held up
 */
public record EndingVerdict(
        UUID id,
        @Nullable JobState state,
        List<UUID> skippedChildren,
        @Nullable String refusal) {
    /** {@inheritDoc} */
    public EndingVerdict {
        Objects.requireNonNull(id, "id");
        skippedChildren = List.copyOf(skippedChildren);
    }

    /**
     * Tell what an ending that was not refused did.
     *
     * @param id the job
     * @param state the job's state after it, or null: fenced off
     * @param skippedChildren children that were not added
     */
    public EndingVerdict(UUID id, @Nullable JobState state, List<UUID> skippedChildren) {
        this(id, state, skippedChildren, null);
    }

    /**
     * Tell that the store cannot write an ending.
     *
     * @param id the job
     * @param refusal why
     * @return nothing was changed
     */
    public static EndingVerdict refused(UUID id, String refusal) {
        return new EndingVerdict(id, null, List.of(), Objects.requireNonNull(refusal, "refusal"));
    }

    /** {@return whether the fence held and the write was applied} */
    public boolean isApplied() {
        return state != null;
    }
}
