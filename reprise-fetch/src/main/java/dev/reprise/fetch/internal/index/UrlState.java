package dev.reprise.fetch.internal.index;

/** Say what is known of one URL: what earlier runs wrote, whether the list names it, what this run made of it. */
public enum UrlState {
    /** Journalled as a success, not (yet) seen in the list. */
    PAST_SUCCESS,
    /** Journalled as failed for good, not (yet) seen in the list. */
    PAST_FAILED,
    /** Journalled as deferred or skipped, not (yet) seen in the list. */
    PAST_OPEN,
    /** Listed, and a success of an earlier run. */
    BEFORE_SUCCESS,
    /** Listed, and failed for good in an earlier run. */
    BEFORE_FAILED,
    /** Listed, with no line yet. */
    FRESH,
    /** Listed, and left over from an earlier run. */
    REOPENED,
    /** Listed, left over from an earlier run, and its host still is on the hold of that run. */
    WAITING,
    /** Listed; this run fetched it. */
    SUCCESS,
    /** Listed; this run found that it never can be fetched. */
    FAILED,
    /** Listed; this run left it for a later one. */
    DEFERRED;

    private static final UrlState[] BY_CODE = values();

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

    byte code() {
        return (byte) ordinal();
    }

    static UrlState of(byte code) {
        return BY_CODE[code];
    }
}
