package dev.reprise.fetch.internal.url;

/** Tells the classes of ASCII characters; other letters and digits are none. */
final class Ascii {
    private Ascii() {}

    static boolean isLower(char c) {
        return c >= 'a' && c <= 'z';
    }

    static boolean isLetter(char c) {
        return isLower((char) (c | 0x20));
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isHex(char c) {
        char lower = (char) (c | 0x20);
        return isDigit(c) || (lower >= 'a' && lower <= 'f');
    }
}
