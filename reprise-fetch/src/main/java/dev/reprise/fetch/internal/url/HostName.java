package dev.reprise.fetch.internal.url;

import java.net.IDN;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Normalises the host of a URL: lower case, punycode; or tells that no name or address is spelled so. */
final class HostName {
    /** The longest label and name that DNS can carry (RFC 1035, 2.3.4), a final dot not counted. */
    private static final int MAX_LABEL = 63;

    private static final int MAX_NAME = 253;

    private HostName() {}

    /** Tells whether the characters are a name in normal form already. */
    static boolean isNormal(String text, int from, int to) {
        int label = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (Ascii.isLower(c) || Ascii.isDigit(c) || c == '-' || c == '_') {
                if (++label > MAX_LABEL) {
                    return false;
                }
            } else if (c != '.' || label == 0) {
                return false;
            } else {
                label = 0;
            }
        }
        int length = to - from;
        return length > 0 && length - (label == 0 ? 1 : 0) <= MAX_NAME;
    }

    /** Returns the normal form, or null when this can be neither a name nor an address. */
    static @Nullable String normalise(String host) {
        if (host.startsWith("[")) {
            return isIpv6(host) ? host.toLowerCase(Locale.ROOT) : null;
        }
        String ascii;
        try {
            // Full-width dots, letters and signs become ASCII here, so the check comes after it.
            ascii = IDN.toASCII(host, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException notAName) {
            return null;
        }
        return isNormal(ascii, 0, ascii.length()) ? ascii : null;
    }

    private static boolean isIpv6(String bracketed) {
        for (int i = 1; i < bracketed.length() - 1; i++) {
            char c = bracketed.charAt(i);
            if (!Ascii.isHex(c) && c != ':' && c != '.') {
                return false;
            }
        }
        if (!bracketed.endsWith("]")) {
            return false;
        }
        try {
            // In brackets only a literal is accepted: no name is ever looked up.
            InetAddress.getByName(bracketed);
            return true;
        } catch (UnknownHostException notAnAddress) {
            return false;
        }
    }
}
