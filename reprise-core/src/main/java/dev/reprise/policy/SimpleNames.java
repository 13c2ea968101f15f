package dev.reprise.policy;

import java.util.Objects;
import java.util.Set;

/** Name the class of a failure without asking the failure anything. */
final class SimpleNames {
    private SimpleNames() {}

    /** Return the simple name, empty for anonymous classes; the JDK keeps it, so that asking again allocates nothing. */
    static String of(Class<?> type) {
        try {
            return type.getSimpleName();
        } catch (LinkageError outerClassMissing) {
            return "";
        }
    }

    /** Check names that are to be compared with simple names: a qualified one would never match. */
    static Set<String> require(String setting, Set<String> names) {
        for (String name : Objects.requireNonNull(names, setting)) {
            if (Objects.requireNonNull(name, setting).isEmpty()
                    || !name.chars().allMatch(Character::isJavaIdentifierPart)) {
                throw new IllegalArgumentException(
                        setting + ": '" + name + "' is not a simple class name, such as ReadTimeoutException");
            }
        }
        return Set.copyOf(names);
    }
}
