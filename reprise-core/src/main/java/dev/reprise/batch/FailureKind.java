package dev.reprise.batch;

/** Name what went wrong where no HTTP status tells it. */
public enum FailureKind {
    /** No connection was made, or it was reset in the TLS handshake. */
    CONNECT_FAILED,
    /** The connection was lost before the answer was complete. */
    CONNECTION_LOST,
    /** The body is shorter or longer than announced, or its compression is broken or truncated. */
    SHORT_BODY,
    /** A time-out of the connection, the response or the whole attempt. */
    TIMEOUT,
    /** The name was not resolved, or the resolver cannot tell why. */
    DNS_FAILED,
    /** The name does not exist, and another name did resolve in this run. */
    DNS_NOT_FOUND,
    /** The server's certificate was refused. */
    TLS_REFUSED,
    /** The body, decoded, is larger than allowed. */
    TOO_LARGE,
    /** The hop limit was reached, or the same URL came again with the same cookies. */
    TOO_MANY_REDIRECTS,
    /** The guard refuses what the list's own URL spells. */
    RESTRICTED_URL,
    /** The guard refuses what DNS or a redirect led to. */
    RESTRICTED_ROUTE,
    /** A {@code Disallow} rule of robots.txt covers the URL. */
    ROBOTS_DISALLOWED,
    /** The URL is not absolute, or not http or https. */
    UNSUPPORTED_URL,
    /** The contents API answered 200 without statuses or without content. */
    NO_CONTENT,
    /** Anything else. */
    UNKNOWN
}
