package dev.reprise.bench.kill;

import java.nio.file.Files;
import java.nio.file.Path;

/** Kills {@code reprise fetch} many times over one list; arguments: how many kills (200), and a seed (1). */
public final class KillMarathon {
    private static final int URLS = 2_000;

    private KillMarathon() {}

    /** Runs the marathon; exits with 1 if anything was wrong. */
    public static void main(String[] arguments) throws Exception {
        int kills = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        Path folder = Files.createTempDirectory("kill-marathon");
        try (KilledFetch fetch = new KilledFetch(folder, seed, URLS)) {
            KillReport report = fetch.run(kills);
            System.out.println(report);
            report.violations().forEach(System.out::println);
            System.out.println("seed " + seed + ", files in " + folder);
            System.exit(report.violations().isEmpty() ? 0 : 1);
        }
    }
}
