package dev.reprise.fetch.internal.url;

import java.util.Objects;

/**
 * Hold one absolute http or https URL in its normal form, and answer what a request needs to know of it.
 *
 * <p>The normal form ({@link #norm()}, always ASCII) is the key for resume and duplicates: scheme and host lower-cased,
 * IDN to punycode, default port dropped, empty path {@code /}, dot segments resolved (RFC 3986, 5.2.4), control
 * characters, spaces and non-ASCII percent-encoded as UTF-8, fragment dropped; nothing else.
 */
public final class FetchUrl implements UrlParse {
    private final String norm;
    private final int hostStart;
    private final int hostEnd;
    private final int port;
    private final int targetStart;

    /** The four numbers are offsets into the normal form, and the port. */
    FetchUrl(String norm, int hostStart, int hostEnd, int port, int targetStart) {
        this.norm = norm;
        this.hostStart = hostStart;
        this.hostEnd = hostEnd;
        this.port = port;
        this.targetStart = targetStart;
    }

    /**
     * Parse one URL text, with white space around it ignored. A text that is normal already is kept, not copied.
     *
     * @param text any text
     * @return a {@link FetchUrl}, or an {@link UnsupportedUrl} that says why not
     */
    public static UrlParse parse(String text) {
        Objects.requireNonNull(text, "text");
        return UrlParser.parse(text.trim());
    }

    /**
     * Resolve a redirect's reference against this URL, as RFC 3986, 5.2.2 says.
     *
     * @param location an absolute URL or a relative reference, non-ASCII characters already decoded
     * @return a {@link FetchUrl}, or an {@link UnsupportedUrl} that says why not
     */
    public UrlParse resolve(String location) {
        Objects.requireNonNull(location, "location");
        String reference = location.trim();
        if (reference.isEmpty()) {
            return new UnsupportedUrl(reference, "an empty reference");
        }
        if (UrlParser.hasScheme(reference)) {
            return UrlParser.parse(reference);
        }
        if (reference.startsWith("//")) {
            return UrlParser.parse(scheme() + ':' + reference);
        }
        return switch (reference.charAt(0)) {
            case '#' -> this;
            case '/' -> UrlParser.parse(norm.substring(0, targetStart) + reference);
            case '?' -> UrlParser.parse(norm.substring(0, pathEnd()) + reference);
            default -> UrlParser.parse(norm.substring(0, norm.lastIndexOf('/', pathEnd() - 1) + 1) + reference);
        };
    }

    /**
     * Resolve a {@code Location} header that was read one character a byte (ISO-8859-1). Bytes that are UTF-8 are
     * decoded as such; other bytes beyond ASCII are percent-encoded as they came, since the server knows its own bytes.
     *
     * @param location the header's value; if it holds a character beyond U+00FF, it is taken as decoded text
     * @return what {@link #resolve} returns
     */
    public UrlParse resolveHeader(String location) {
        Objects.requireNonNull(location, "location");
        return resolve(HeaderText.decode(location));
    }

    /**
     * Return the normal form.
     *
     * @return an absolute URL, ASCII only, without fragment
     */
    public String norm() {
        return norm;
    }

    /**
     * Return the scheme.
     *
     * @return {@code http} or {@code https}
     */
    public String scheme() {
        return isHttps() ? "https" : "http";
    }

    /**
     * Tell whether the request goes through TLS.
     *
     * @return true for {@code https}
     */
    public boolean isHttps() {
        return hostStart == UrlParser.HTTPS.length();
    }

    /**
     * Return the host, in lower case.
     *
     * @return a name (punycode), an IPv4 address as spelled, or an IPv6 address in brackets
     */
    public String host() {
        return norm.substring(hostStart, hostEnd);
    }

    /**
     * Return the port to connect to.
     *
     * @return 1 to 65535; 80 or 443 when the URL names none
     */
    public int port() {
        return port;
    }

    /**
     * Return the key under which a host's holds and limits are kept: 80 and 443 count as one.
     *
     * @return {@code name} for the ports 80 and 443, else {@code name:port}
     */
    public String hostKey() {
        return port == UrlParser.HTTP_PORT || port == UrlParser.HTTPS_PORT
                ? host()
                : norm.substring(hostStart, targetStart);
    }

    /**
     * Return the host with the port if the URL names one, as the {@code Host} header says it.
     *
     * @return {@code name} or {@code name:port}
     */
    public String authority() {
        return norm.substring(hostStart, targetStart);
    }

    /**
     * Return what the request line asks for.
     *
     * @return path and query; begins with a slash
     */
    public String target() {
        return norm.substring(targetStart);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FetchUrl url && url.norm.equals(norm);
    }

    @Override
    public int hashCode() {
        return norm.hashCode();
    }

    @Override
    public String toString() {
        return norm;
    }

    private int pathEnd() {
        int query = norm.indexOf('?', targetStart);
        return query < 0 ? norm.length() : query;
    }
}
