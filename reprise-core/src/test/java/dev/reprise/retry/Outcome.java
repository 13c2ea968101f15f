package dev.reprise.retry;

import dev.reprise.policy.FailReason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a call ended, whatever the mode: what it returned, or what it threw. */
record Outcome<T extends @Nullable Object>(
        @Nullable T value, @Nullable Throwable failure) {
    Throwable thrown() {
        return Objects.requireNonNull(failure, "the call did not fail");
    }

    RetryNote note() {
        return Objects.requireNonNull(RetryNote.of(thrown()), "the failure has no note");
    }

    FailReason reason() {
        return note().reason();
    }
}
