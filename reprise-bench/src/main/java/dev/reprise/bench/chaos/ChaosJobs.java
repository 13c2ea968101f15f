package dev.reprise.bench.chaos;

import java.nio.file.Files;
import java.nio.file.Path;

/** Runs a storm over the durable queue; {@link ChaosOptions} are its arguments. */
public final class ChaosJobs {
    private ChaosJobs() {}

    /** Prints how it goes, every broken rule with its stories, and a line of JSON; exits with 1 if a rule is broken. */
    public static void main(String[] arguments) throws Exception {
        ChaosOptions options = ChaosOptions.parse(arguments);
        Path folder = Files.createTempDirectory("chaos-jobs");
        ChaosReport report = ChaosRun.run(options, folder, System.out);
        report.violations().forEach(System.out::println);
        System.out.println(report.json());
        System.out.println("seed " + options.seed() + ", output of the workers in " + folder);
        System.exit(report.violations().isEmpty() ? 0 : 1);
    }
}
