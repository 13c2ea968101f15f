package dev.reprise.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** Says before a run what might surprise: secrets in the arguments, proxies that are not used. */
final class FetchNotes {
    private static final List<String> PROXIES = List.of("http_proxy", "https_proxy", "all_proxy");

    private FetchNotes() {}

    static void print(Console console, List<HeaderValue> headers) {
        for (HeaderValue header : headers) {
            if (header.isLeaked()) {
                console.err()
                        .println("warning: -H " + header.name() + ": its value can be read in the list of processes;"
                                + " write env:NAME to take it from the environment");
            }
        }
        TreeSet<String> proxies = new TreeSet<>();
        for (Map.Entry<String, String> variable : console.environment().entrySet()) {
            if (PROXIES.contains(variable.getKey().toLowerCase(Locale.ROOT))
                    && !variable.getValue().isBlank()) {
                proxies.add(variable.getKey());
            }
        }
        if (!proxies.isEmpty()) {
            console.err().println("note: " + String.join(", ", proxies) + " ignored; requests go out without a proxy");
        }
    }
}
