package dev.reprise.policy;

/** Say how a server's hint and the schedule's delay make one delay. */
public enum HintMode {
    /** Wait for the longer of the two: a hint never shortens a backoff, a backoff never shortens a hint. */
    AT_LEAST,
    /** Wait for the hint alone; the schedule is not asked. */
    EXACT
}
