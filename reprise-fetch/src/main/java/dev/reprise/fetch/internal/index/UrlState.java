package dev.reprise.fetch.internal.index;

/** Say what is known of one URL: what earlier runs wrote, whether the list names it, what this run made of it. */
public enum UrlState {
    /** Journalled as a success, not (yet) seen in the list. */
    PAST_SUCCESS(0),
    /** Journalled as failed for good, not (yet) seen in the list. */
    PAST_FAILED(1),
    /** Journalled as deferred or skipped, not (yet) seen in the list. */
    PAST_OPEN(2),
    /** Listed, and a success of an earlier run. */
    BEFORE_SUCCESS(3),
    /** Listed, and failed for good in an earlier run. */
    BEFORE_FAILED(4),
    /** Listed, with no line yet. */
    FRESH(5),
    /** Listed, and left over from an earlier run. */
    REOPENED(6),
    /** Listed, left over from an earlier run, and its host still is on the hold of that run. */
    WAITING(7),
    /** Listed; this run fetched it. */
    SUCCESS(8),
    /** Listed; this run found that it never can be fetched. */
    FAILED(9),
    /** Listed; this run left it for a later one. */
    DEFERRED(10);

    private static final UrlState[] BY_CODE = values();

    private final int code;

    UrlState(int code) {
        this.code = code;
    }

    /**
     * Tell what becomes of a journalled URL once the list names it too.
     *
     * @return the state of a listed URL
     */
    public UrlState listed() {
        return switch (this) {
            case PAST_SUCCESS -> BEFORE_SUCCESS;
            case PAST_FAILED -> BEFORE_FAILED;
            case PAST_OPEN -> REOPENED;
            default -> this;
        };
    }

    /**
     * Tell whether the list names the URL.
     *
     * @return false for what only the journal knows
     */
    public boolean isListed() {
        return compareTo(PAST_OPEN) > 0;
    }

    /**
     * Return the number that stands for this state.
     *
     * @return 0 and up, without gaps
     */
    public int code() {
        return code;
    }

    static UrlState of(int code) {
        return BY_CODE[code];
    }
}
