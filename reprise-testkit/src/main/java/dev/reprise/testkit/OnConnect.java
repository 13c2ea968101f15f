package dev.reprise.testkit;

/** Choose what happens to a connection before one byte of it is read. */
public enum OnConnect {
    /** Serve its requests. */
    SERVE,
    /** Reset it (RST); a client may see that while it still connects. */
    RESET,
    /** Close it (FIN). */
    CLOSE,
    /** Accept it and never answer, until the client or the server closes. */
    STALL
}
