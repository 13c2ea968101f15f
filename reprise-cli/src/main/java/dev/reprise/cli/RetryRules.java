package dev.reprise.cli;

import dev.reprise.cli.process.Executable;
import dev.reprise.policy.AttemptState;
import dev.reprise.policy.RetryClassifier;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryOverride;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells which ends of a command are worth another attempt.
 *
 * @param retryOn the only statuses that are, or null: all but a few
 * @param stopOn statuses that never are, or null: none
 */
record RetryRules(@Nullable Statuses retryOn, @Nullable Statuses stopOn) implements RetryClassifier {
    /** What another attempt will not change, unless the user knows better. */
    private static final Map<Integer, String> FINAL = Map.of(
            Executable.CANNOT_EXECUTE, "it cannot be executed",
            Executable.NOT_FOUND, "it is not found",
            ExitStatus.INTERRUPTED, "it was interrupted",
            ExitStatus.QUIT, "it was told to quit",
            ExitStatus.BROKEN_PIPE, "nobody reads its output any more");

    RetryRules {
        if (retryOn != null && stopOn != null && !retryOn.and(stopOn).isEmpty()) {
            throw new IllegalStateException("--retry-on " + retryOn + " and --stop-on " + stopOn + ": both name "
                    + retryOn.and(stopOn) + "; allowed is one of them for a status");
        }
    }

    @Override
    public @Nullable RetryOverride classify(Throwable failure, AttemptState state) {
        Attempt attempt = ((AttemptFailed) failure).attempt();
        if (whyFinal(attempt) != null) {
            return RetryOverride.kind(RetryKind.NON_RETRYABLE);
        }
        return attempt.hint() == null ? null : RetryOverride.hint(attempt.hint());
    }

    /** Says why there is no other attempt after this one, whatever is left, or returns null: there may be. */
    @Nullable
    String whyFinal(Attempt attempt) {
        // Only to wait for an output can one want a command again that ended well.
        if (attempt.end() == Attempt.End.NO_MATCH) {
            return null;
        }
        if (attempt.end() == Attempt.End.UNWRITABLE) {
            return "its output cannot be written";
        }
        int status = attempt.status();
        if (retryOn != null) {
            return retryOn.contains(status) ? null : "--retry-on " + retryOn + " does not name " + status;
        }
        if (stopOn != null && stopOn.contains(status)) {
            return "--stop-on names " + status;
        }
        return FINAL.get(status);
    }

    @Override
    public String toString() {
        return "the command line";
    }
}
