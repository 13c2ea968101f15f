package dev.reprise.policy;

import java.util.Set;

/** Know which simple names of classes tell of a connection failure or a time-out, exactly or by their end. */
final class TransientNames {
    static final TransientNames DEFAULT = new TransientNames(
            Set.of(
                    "Timeout",
                    "TimeoutError",
                    "TimeoutException",
                    "ConnectError",
                    "ConnectException",
                    "ConnectTimeout",
                    "ConnectTimeoutError",
                    "ConnectTimeoutException",
                    "ReadTimeout",
                    "ReadTimeoutError",
                    "ReadTimeoutException",
                    "WriteTimeout",
                    "WriteTimeoutException",
                    "PoolTimeout",
                    "PoolTimeoutException",
                    "ServerTimeoutError",
                    "ServerTimeoutException",
                    "ConnectionError",
                    "ConnectionException",
                    "ConnectionResetError",
                    "ConnectionResetException",
                    "ConnectionRefusedError",
                    "ConnectionRefusedException",
                    "ConnectionAbortedError",
                    "ConnectionAbortedException"),
            false);

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
