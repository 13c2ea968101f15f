package dev.reprise.fetch.internal.url;

/**
 * Splits and normalises URL texts as they occur in lists and redirects. Tolerant where {@link java.net.URI} is strict
 * (spaces, non-ASCII, stray percent signs), strict where tolerance would be dangerous (credentials, odd hosts).
 */
final class UrlParser {
    static final String HTTP = "http://";
    static final String HTTPS = "https://";
    static final int HTTP_PORT = 80;
    static final int HTTPS_PORT = 443;
    private static final int MAX_PORT = 65_535;

    private UrlParser() {}

    static UrlParse parse(String text) {
        boolean https = startsWith(text, HTTPS);
        if (!https && !startsWith(text, HTTP)) {
            return new UnsupportedUrl(text, "not an absolute http or https URL");
        }
        String scheme = https ? HTTPS : HTTP;
        int hostStart = scheme.length();
        int authorityEnd = authorityEnd(text, hostStart);
        if (has(text, '@', hostStart, authorityEnd)) {
            return new UnsupportedUrl(text, "credentials in a URL are refused");
        }
        int hostEnd = hostEnd(text, hostStart, authorityEnd);
        if (hostEnd == hostStart) {
            return new UnsupportedUrl(text, "the host is empty");
        }
        int defaultPort = https ? HTTPS_PORT : HTTP_PORT;
        int port = port(text, hostEnd, authorityEnd, defaultPort);
        if (port < 0) {
            return new UnsupportedUrl(text, "the port is not a number from 1 to 65535");
        }
        boolean portIsNormal = hostEnd == authorityEnd || (port != defaultPort && text.charAt(hostEnd + 1) != '0');
        if (portIsNormal
                && text.startsWith(scheme)
                && HostName.isNormal(text, hostStart, hostEnd)
                && targetIsNormal(text, authorityEnd)) {
            return new FetchUrl(text, hostStart, hostEnd, port, authorityEnd);
        }
        String host = HostName.normalise(text.substring(hostStart, hostEnd));
        if (host == null) {
            return new UnsupportedUrl(text, "the host is neither a DNS name nor an IP address");
        }
        return build(text, scheme, host, port, port == defaultPort, authorityEnd);
    }

    /** Tells whether a reference begins with a scheme (RFC 3986, 3.1), any scheme. */
    static boolean hasScheme(String reference) {
        for (int i = 0; i < reference.length(); i++) {
            char c = reference.charAt(i);
            boolean letter = Ascii.isLetter(c);
            if (!letter && i == 0) {
                return false;
            }
            if (c == ':') {
                return true;
            }
            if (!letter && !Ascii.isDigit(c) && c != '+' && c != '-' && c != '.') {
                return false;
            }
        }
        return false;
    }

    private static UrlParse build(
            String text, String scheme, String host, int port, boolean defaultPort, int authorityEnd) {
        StringBuilder out = new StringBuilder(text.length() + 32);
        out.append(scheme).append(host);
        int hostEnd = out.length();
        if (!defaultPort) {
            out.append(':').append(port);
        }
        int targetStart = out.length();
        int end = indexOrEnd(text, '#', authorityEnd, text.length());
        int query = indexOrEnd(text, '?', authorityEnd, end);
        UrlText.appendPath(out, text, authorityEnd, query);
        UrlText.appendEscaped(out, text, query, end);
        return new FetchUrl(out.toString(), scheme.length(), hostEnd, port, targetStart);
    }

    private static boolean targetIsNormal(String text, int start) {
        int length = text.length();
        if (start == length || text.charAt(start) != '/') {
            return false;
        }
        int pathEnd = length;
        for (int i = start; i < length; i++) {
            char c = text.charAt(i);
            if (UrlText.mustEscape(c) || c == '#') {
                return false;
            }
            if (c == '?' && pathEnd == length) {
                pathEnd = i;
            }
        }
        for (int i = text.indexOf("/.", start); i >= 0 && i < pathEnd; i = text.indexOf("/.", i + 1)) {
            if (UrlText.isDotSegment(text, i, pathEnd)) {
                return false;
            }
        }
        return true;
    }

    /** Lower-cases ASCII only: the long s and the Kelvin sign are no letters of a scheme. */
    private static boolean startsWith(String text, String lowerCase) {
        if (text.length() < lowerCase.length()) {
            return false;
        }
        for (int i = 0; i < lowerCase.length(); i++) {
            char wanted = lowerCase.charAt(i);
            char c = text.charAt(i);
            if (c != wanted && (!Ascii.isLower(wanted) || c != (wanted ^ 0x20))) {
                return false;
            }
        }
        return true;
    }

    private static int authorityEnd(String text, int from) {
        int i = from;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '/' || c == '?' || c == '#') {
                break;
            }
            i++;
        }
        return i;
    }

    private static int hostEnd(String text, int hostStart, int authorityEnd) {
        if (hostStart < authorityEnd && text.charAt(hostStart) == '[') {
            int bracket = text.indexOf(']', hostStart);
            boolean closed = bracket > 0 && bracket < authorityEnd;
            boolean thenPort = closed && (bracket + 1 == authorityEnd || text.charAt(bracket + 1) == ':');
            return thenPort ? bracket + 1 : authorityEnd;
        }
        return indexOrEnd(text, ':', hostStart, authorityEnd);
    }

    /** Returns the port, the default one when none is spelled, or -1 when what is spelled is none. */
    private static int port(String text, int hostEnd, int authorityEnd, int defaultPort) {
        if (authorityEnd - hostEnd <= 1) {
            return defaultPort;
        }
        int port = 0;
        for (int i = hostEnd + 1; i < authorityEnd; i++) {
            char c = text.charAt(i);
            if (!Ascii.isDigit(c)) {
                return -1;
            }
            port = port * 10 + (c - '0');
            if (port > MAX_PORT) {
                return -1;
            }
        }
        return port == 0 ? -1 : port;
    }

    private static boolean has(String text, char wanted, int from, int to) {
        return indexOrEnd(text, wanted, from, to) < to;
    }

    private static int indexOrEnd(String text, char wanted, int from, int to) {
        int i = from;
        while (i < to && text.charAt(i) != wanted) {
            i++;
        }
        return i;
    }
}
