package dev.reprise.policy;

import java.util.BitSet;
import java.util.Objects;
import java.util.Set;

/** Keep sets of HTTP statuses as bits, which are asked without boxing; a finished set is never changed. */
final class HttpStatuses {
    static final BitSet DEFAULT_TRANSIENT = new BitSet();
    static final BitSet DEFAULT_NON_RETRYABLE = new BitSet();

    private static final int LOWEST = 100;
    private static final int HIGHEST = 999;

    static {
        DEFAULT_TRANSIENT.set(408);
        DEFAULT_TRANSIENT.set(425);
        DEFAULT_TRANSIENT.set(500, 600);
        DEFAULT_NON_RETRYABLE.set(400, 500);
        DEFAULT_NON_RETRYABLE.clear(408);
        DEFAULT_NON_RETRYABLE.clear(425);
        DEFAULT_NON_RETRYABLE.clear(429);
    }

    private HttpStatuses() {}

    static BitSet require(String setting, Set<Integer> statuses) {
        BitSet bits = new BitSet();
        for (Integer status : Objects.requireNonNull(statuses, setting)) {
            if (Objects.requireNonNull(status, setting) < LOWEST || status > HIGHEST) {
                throw new IllegalArgumentException(
                        setting + ": " + status + " is not a status from " + LOWEST + " to " + HIGHEST);
            }
            bits.set(status);
        }
        return bits;
    }
}
