package dev.reprise.cli;

/** The defaults that more than one verb shows. */
final class FetchDefaults {
    static final int RETRIES = 3;
    static final String SCHEDULE = "exponential base=500ms jitter=+250ms";
    static final String MAX_WAIT = "60s";

    private FetchDefaults() {}
}
