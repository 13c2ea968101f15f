package dev.reprise.jobs.postgres;

import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.policy.RetryKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The numbers that rows and functions hold for names. They outlive any order of the enums. */
final class Codes {
    private static final List<RetryKind> KINDS =
            List.of(RetryKind.TRANSIENT, RetryKind.INDEFINITE, RetryKind.NON_RETRYABLE);
    private static final List<JobState> STATES = List.of(
            JobState.SCHEDULED,
            JobState.READY,
            JobState.RUNNING,
            JobState.SUCCEEDED,
            JobState.FAILED,
            JobState.CANCELLED,
            JobState.CRASHED);

    private Codes() {}

    static int of(RetryKind kind) {
        return KINDS.indexOf(kind);
    }

    /** The kind, or null: a newer version wrote one that is not known here. */
    static @Nullable RetryKind kind(int code) {
        return code >= 0 && code < KINDS.size() ? KINDS.get(code) : null;
    }

    static JobState state(int code) {
        return STATES.get(code);
    }

    static int of(AttemptEnding.Kind kind) {
        return switch (kind) {
            case SUCCEED -> 0;
            case FAIL -> 1;
            case EXHAUST -> 2;
            case CANCEL -> 3;
            case RETRY -> 4;
            case RETRY_AFTER -> 5;
            case RETRY_AFTER_REFUNDED -> 6;
            case SNOOZE -> 7;
            case INTERRUPT -> 8;
            case HAND_BACK -> 9;
        };
    }
}
