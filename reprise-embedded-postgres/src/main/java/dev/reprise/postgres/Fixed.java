package dev.reprise.postgres;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Settings of the server that users cannot change, because where and for whom it listens depends on them. */
final class Fixed {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_.]*");
    private static final Set<String> NAMES = Set.of(
            "config_file",
            "data_directory",
            "external_pid_file",
            "hba_file",
            "ident_file",
            "listen_addresses",
            "logging_collector",
            "port",
            "unix_socket_directories");

    private Fixed() {}

    static Map<String, String> settings(int port) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("listen_addresses", "127.0.0.1");
        settings.put("port", String.valueOf(port));
        settings.put("unix_socket_directories", "");
        return settings;
    }

    static void check(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("setting: " + name + "; allowed is the name of a setting of PostgreSQL");
        }
        if (NAMES.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException("setting: " + name + " cannot be changed; allowed is any but "
                    + String.join(", ", NAMES.stream().sorted().toList()));
        }
    }
}
