package dev.reprise.policy;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.Set;
import java.util.stream.Stream;

/** Know which simple names of classes tell of a connection failure or a time-out, exactly or by their end. */
final class TransientNames {
    private static final Set<String> CONNECTION_NAMES = Set.of(
            "ConnectError",
            "ConnectException",
            "ConnectionError",
            "ConnectionException",
            "ConnectionResetError",
            "ConnectionResetException",
            "ConnectionRefusedError",
            "ConnectionRefusedException",
            "ConnectionAbortedError",
            "ConnectionAbortedException");
    static final TransientNames DEFAULT = new TransientNames(
            Stream.concat(CONNECTION_NAMES.stream(), Timeouts.NAMES.stream()).collect(toUnmodifiableSet()), false);

    private final Set<String> names;
    private final boolean suffixes;
    /** The names once more: going through an array makes no iterator. */
    private final String[] ends;

    private TransientNames(Set<String> names, boolean suffixes) {
        this.names = names;
        this.suffixes = suffixes;
        this.ends = suffixes ? names.toArray(String[]::new) : new String[0];
    }

    TransientNames withNames(Set<String> replacement) {
        return new TransientNames(replacement, suffixes);
    }

    TransientNames withSuffixes() {
        return new TransientNames(names, true);
    }

    boolean contain(String name) {
        if (names.contains(name)) {
            return true;
        }
        for (String end : ends) {
            if (name.endsWith(end)) {
                return true;
            }
        }
        return false;
    }
}
