package dev.reprise.postgres;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The kind of machine that an archive of PostgreSQL is built for.
 *
 * @param resource the archive's name on the class path
 * @param artifact the end of the Maven artifact's name that holds it
 */
record Platform(String resource, String artifact) {

    static Platform current() {
        return of(
                System.getProperty("os.name"),
                System.getProperty("os.arch"),
                Files.exists(Path.of("/etc/alpine-release")));
    }

    static Platform of(String system, String machine, boolean alpine) {
        boolean linux = system.startsWith("Linux");
        boolean arm = switch (machine) {
            case "aarch64", "arm64" -> true;
            case "amd64", "x86_64" -> false;
            default -> throw unsupported(system, machine);
        };
        if (!linux && !system.startsWith("Mac")) {
            throw unsupported(system, machine);
        }
        String musl = linux && alpine ? "-alpine" : "";
        return new Platform(
                "postgres-" + (linux ? "linux" : "darwin") + (arm ? "-arm_64" : "-x86_64")
                        + (musl.isEmpty() ? "" : musl + "_linux") + ".txz",
                (linux ? "linux" : "darwin") + (arm ? "-arm64v8" : "-amd64") + musl);
    }

    private static IllegalStateException unsupported(String system, String machine) {
        return new IllegalStateException("PostgreSQL cannot be started on " + system + " " + machine
                + "; possible are Linux and macOS on amd64 and arm64. Use a server of your own instead");
    }
}
