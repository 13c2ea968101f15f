package dev.reprise.bench;

import io.github.resilience4j.core.IntervalFunction;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.springframework.util.backoff.ExponentialBackOff;

/** Run all benchmarks of delays and decisions and print one table. Takes JMH's own options. */
public final class DelayComparison {
    private static final String YARDSTICK = "nextDouble";
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private DelayComparison() {}

    /** Measure and print. */
    public static void main(String... args) throws RunnerException, CommandLineOptionException {
        var results = new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(args))
                        .addProfiler(GCProfiler.class)
                        .shouldFailOnError(true)
                        .build())
                .run();
        List<Measurements.Row> rows = results.stream().map(DelayComparison::row).toList();
        System.out.println();
        System.out.println(new Measurements(YARDSTICK, rows).toMarkdown());
        System.out.printf(
                "%nJDK %s (%s); Resilience4j %s; Spring %s%n",
                Runtime.version(),
                System.getProperty("java.vm.vendor"),
                version(IntervalFunction.class),
                version(ExponentialBackOff.class));
    }

    private static Measurements.Row row(RunResult result) {
        Result<?> time = result.getPrimaryResult();
        Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
        if (allocated == null) {
            throw new IllegalStateException(
                    "no " + ALLOCATED + " among " + result.getSecondaryResults().keySet());
        }
        String failures = result.getParams().getParam("failures");
        return new Measurements.Row(
                time.getLabel(),
                failures == null ? "" : failures,
                time.getStatistics().getMin(),
                time.getStatistics().getPercentile(50),
                time.getScore(),
                time.getScoreError(),
                allocated.getScore());
    }

    /** The version is in the name of the library's jar: not every manifest has it. */
    private static String version(Class<?> type) {
        String jar = type.getProtectionDomain().getCodeSource().getLocation().getPath();
        return jar.replaceAll(".*-(\\d[^/]*)\\.jar", "$1");
    }
}
