package dev.reprise.jobs;

import java.util.Objects;
import java.util.regex.Pattern;

/** Checks the names that rows carry. */
final class Names {
    private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9._:/-]{1,200}");

    private Names() {}

    static String check(String what, String name) {
        if (!ALLOWED.matcher(Objects.requireNonNull(name, what)).matches()) {
            throw new IllegalArgumentException(
                    what + ": '" + name + "' is not 1 to 200 letters, digits and the signs . _ - : /");
        }
        return name;
    }
}
