package dev.reprise.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Starts programs that refuse to run as root although the JVM is root's.
 *
 * <p>In a user namespace of its own, without a mapping, a program sees itself as an ordinary user, without privileges;
 * its files remain root's outside.
 */
final class Root {
    private static final List<String> NAMESPACE = List.of("unshare", "--user");

    private Root() {}

    /** Returns what has to stand before a command: nothing unless the JVM runs as root. */
    static List<String> prefix() {
        return isRoot() ? Namespace.PREFIX : List.of();
    }

    private static boolean isRoot() {
        try {
            Path self = Path.of("/proc/self");
            return Files.exists(self)
                    ? Integer.valueOf(0).equals(Files.getAttribute(self, "unix:uid"))
                    : "root".equals(System.getProperty("user.name"));
        } catch (IOException | UnsupportedOperationException e) {
            return "root".equals(System.getProperty("user.name"));
        }
    }

    /** Tried once, when it is first needed. */
    private static final class Namespace {
        static final List<String> PREFIX = tried();

        private static List<String> tried() {
            try {
                Programs.run(Programs.quiet(List.of("unshare", "--user", "true")));
                return NAMESPACE;
            } catch (IOException e) {
                throw refused(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw refused(e);
            }
        }

        private static IllegalStateException refused(Exception cause) {
            return new IllegalStateException(
                    "PostgreSQL refuses to run as root, and no user namespace could be made (" + cause.getMessage()
                            + "): run the JVM as another user, or allow user namespaces",
                    cause);
        }
    }
}
