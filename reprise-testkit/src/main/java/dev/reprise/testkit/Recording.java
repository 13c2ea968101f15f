package dev.reprise.testkit;

/** Choose how much of each request a server keeps. */
public enum Recording {
    /** Keep everything: about 1 KB a request, and its body. */
    EVERYTHING,
    /** Keep all but headers and bodies: about 250 bytes a request. */
    LINES,
    /** Keep only counters, for hundreds of thousands of requests; the lists of requests stay empty. */
    COUNTS
}
