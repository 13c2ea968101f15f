package dev.reprise.cli;

import java.util.Objects;

/** Carries an attempt that failed through the engine. */
final class AttemptFailed extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Attempt attempt;

    AttemptFailed(Attempt attempt) {
        super(attempt.words(), null, false, false);
        this.attempt = attempt;
    }

    Attempt attempt() {
        return Objects.requireNonNull(attempt, "attempt");
    }
}
