package dev.reprise.policy;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Report a value that no retry can mend: it cannot be read, cannot be encoded, or is too large.
 *
 * <p>A decision fails with this failure's own reason, and asks no classifier.
 */
public final class PayloadFailure extends RuntimeException {
    private final FailReason reason;

    private PayloadFailure(FailReason reason, String message, @Nullable Throwable cause) {
        super(Objects.requireNonNull(message, "message"), cause);
        this.reason = reason;
    }

    /**
     * Report a payload that cannot be read.
     *
     * @param message what was read, and what is wrong with it
     * @param cause what the reader threw, or null
     * @return a failure with {@link FailReason#PAYLOAD_UNREADABLE}
     */
    public static PayloadFailure unreadable(String message, @Nullable Throwable cause) {
        return new PayloadFailure(FailReason.PAYLOAD_UNREADABLE, message, cause);
    }

    /**
     * Report a result that is larger than its store takes.
     *
     * @param message the size, and the size allowed
     * @return a failure with {@link FailReason#RESULT_TOO_LARGE}
     */
    public static PayloadFailure tooLarge(String message) {
        return new PayloadFailure(FailReason.RESULT_TOO_LARGE, message, null);
    }

    /**
     * Report a value that cannot be encoded.
     *
     * @param message which value, and what is wrong with it
     * @param cause what the encoder threw, or null
     * @return a failure with {@link FailReason#VALUE_NOT_ENCODABLE}
     */
    public static PayloadFailure notEncodable(String message, @Nullable Throwable cause) {
        return new PayloadFailure(FailReason.VALUE_NOT_ENCODABLE, message, cause);
    }

    /**
     * Return why this failure is final.
     *
     * @return one of the three payload reasons
     */
    public FailReason reason() {
        return reason;
    }
}
