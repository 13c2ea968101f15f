package dev.reprise.bench;

/** What the peers' versions are. */
public final class Versions {
    private Versions() {}

    /** Tell the version of the library that a class is from: it is in the name of its jar, not in every manifest. */
    public static String of(Class<?> type) {
        String jar = type.getProtectionDomain().getCodeSource().getLocation().getPath();
        return jar.replaceAll(".*-(\\d[^/]*)\\.jar", "$1");
    }
}
