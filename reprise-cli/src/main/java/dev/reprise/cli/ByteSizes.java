package dev.reprise.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads and writes sizes such as {@code 64KiB} and {@code 10MiB}. */
final class ByteSizes implements ITypeConverter<Long> {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,18})(|KiB|MiB|GiB)");
    private static final int KIBI_BITS = 10;

    @Override
    public Long convert(String text) {
        Matcher size = SIZE.matcher(text);
        if (size.matches()) {
            long number = Long.parseLong(size.group(1));
            int bits = shift(size.group(2));
            if (number <= Long.MAX_VALUE >> bits) {
                return number << bits;
            }
        }
        throw new TypeConversionException("`" + text
                + "` is not a size; allowed is a number of bytes, or one with KiB, MiB or GiB, such as 64KiB");
    }

    /** Writes a size with at most one decimal. */
    static String format(long bytes) {
        int bits = bytes >= 1L << 30 ? 30 : bytes >= 1 << 20 ? 20 : bytes >= 1 << KIBI_BITS ? KIBI_BITS : 0;
        String unit = bits == 30 ? "GiB" : bits == 20 ? "MiB" : bits == KIBI_BITS ? "KiB" : "B";
        return bits == 0
                ? bytes + " " + unit
                : String.format(Locale.ROOT, "%.1f %s", bytes / (double) (1L << bits), unit);
    }

    private static int shift(String unit) {
        return switch (unit) {
            case "KiB" -> KIBI_BITS;
            case "MiB" -> 2 * KIBI_BITS;
            case "GiB" -> 3 * KIBI_BITS;
            default -> 0;
        };
    }
}
