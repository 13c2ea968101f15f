package dev.reprise.policy;

/** Know which modules of the JDK are there: the core reads some that need not be. */
final class OptionalModules {
    static final boolean HAS_HTTP_CLIENT = isPresent("java.net.http.HttpTimeoutException");
    static final boolean HAS_SQL = isPresent("java.sql.SQLException");

    private OptionalModules() {}

    /** Ask for a type; code that mentions it is linked only if it is there. */
    private static boolean isPresent(String type) {
        try {
            Class.forName(type, false, OptionalModules.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError absent) {
            return false;
        }
    }
}
