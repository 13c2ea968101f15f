package dev.reprise.fetch.internal.index;

/** Where a listed URL stands. */
public enum UrlState {
    /** Added, nothing decided yet. */
    UNKNOWN(0),
    /** Waits to be sent in this run. */
    PENDING(1),
    /** Being fetched, or between two attempts. */
    IN_FLIGHT(2),
    /** Fetched. */
    SUCCESS(3),
    /** Gone for good. */
    FAILED(4),
    /** Left for a later run. */
    DEFERRED(5),
    /** Not tried, because the job stopped. */
    SKIPPED(6);

    private static final UrlState[] BY_CODE = values();

    private final int code;

    UrlState(int code) {
        this.code = code;
    }

    /** Returns the three bits that stand for this state. */
    int code() {
        return code;
    }

    static UrlState of(int code) {
        return BY_CODE[code];
    }
}
