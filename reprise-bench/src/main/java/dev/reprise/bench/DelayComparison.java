package dev.reprise.bench;

import io.github.resilience4j.core.IntervalFunction;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.springframework.util.backoff.ExponentialBackOff;

/** Run all benchmarks of delays and decisions and print one table. Takes JMH's own options. */
public final class DelayComparison {
    private static final String YARDSTICK = "nextDouble";

    private DelayComparison() {}

    /** Measure and print. */
    public static void main(String... args) throws RunnerException, CommandLineOptionException {
        var results = JmhRun.run(
                args, RandomBenchmark.class, DelayBenchmark.class, SpringDelayBenchmark.class, DecisionBenchmark.class);
        List<Measurements.Row> rows =
                results.stream().map(result -> JmhRun.row(result, "failures")).toList();
        System.out.println();
        System.out.println(new Measurements(YARDSTICK, rows).toMarkdown());
        System.out.printf(
                "%nJDK %s (%s); Resilience4j %s; Spring %s%n",
                Runtime.version(),
                System.getProperty("java.vm.vendor"),
                Versions.of(IntervalFunction.class),
                Versions.of(ExponentialBackOff.class));
    }
}
