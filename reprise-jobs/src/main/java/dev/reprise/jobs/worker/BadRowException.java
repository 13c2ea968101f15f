package dev.reprise.jobs.worker;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reports a stored job that this worker cannot make sense of. That job fails for this reason, and nobody else. */
final class BadRowException extends Exception {
    private static final long serialVersionUID = 1;

    private final String reason;

    private BadRowException(String reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    static BadRowException unknownKind() {
        return new BadRowException("KIND_UNKNOWN", "the stored kind is none that this version knows", null);
    }

    static BadRowException unreadablePolicy(String text, RuntimeException cause) {
        return new BadRowException(
                "POLICY_UNREADABLE", "the stored policy '" + text + "' cannot be read: " + cause.getMessage(), cause);
    }

    String reason() {
        return reason;
    }
}
