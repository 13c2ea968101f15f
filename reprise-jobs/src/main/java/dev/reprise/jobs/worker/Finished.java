package dev.reprise.jobs.worker;

import dev.reprise.jobs.store.AttemptEnding;
import org.jspecify.annotations.Nullable;

/** An ending on its way to the store, and what the hooks will want. */
record Finished(
        Attempt attempt,
        AttemptEnding ending,
        @Nullable Object value,
        @Nullable Throwable failure) {}
