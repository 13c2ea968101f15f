package dev.reprise.bench;

import dev.failsafe.Failsafe;
import io.github.resilience4j.retry.Retry;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.springframework.core.retry.RetryTemplate;

/** Run all benchmarks of calls and print one table. Takes JMH's own options. */
public final class CallComparison {
    private static final Map<String, String> WHO = Map.of(
            "direct", "direct call",
            "bareLoop", "bare loop",
            "bareLoopAroundLambda", "bare loop around a lambda",
            "bareFuture", "bare future",
            "reprise", "`Retrier`",
            "resilience4j", "Resilience4j",
            "failsafe", "Failsafe",
            "spring", "Spring");

    private CallComparison() {}

    /** Measure and print. */
    public static void main(String... args) throws RunnerException, CommandLineOptionException {
        var results = JmhRun.run(args, FirstTryBenchmark.class, TwoFailuresBenchmark.class, AsyncBenchmark.class);
        List<CallTable.Row> rows = results.stream().map(CallComparison::row).toList();
        System.out.println();
        System.out.println(new CallTable(rows).toMarkdown());
        System.out.printf(
                "%nJDK %s (%s); Resilience4j %s; Failsafe %s; Spring %s%n",
                Runtime.version(),
                System.getProperty("java.vm.vendor"),
                Versions.of(Retry.class),
                Versions.of(Failsafe.class),
                Versions.of(RetryTemplate.class));
    }

    private static CallTable.Row row(RunResult result) {
        Measurements.Row measured = JmhRun.row(result, "completed");
        String type = result.getParams().getBenchmark().replaceAll(".*\\.(\\w+)\\.\\w+", "$1");
        return new CallTable.Row(
                what(type, measured.parameter()),
                WHO.getOrDefault(measured.name(), measured.name()),
                isYardstick(type, measured.name()),
                measured);
    }

    private static String what(String type, String completed) {
        return switch (type) {
            case "FirstTryBenchmark" -> "success at the first attempt";
            case "TwoFailuresBenchmark" -> "two failures, then success";
            case "AsyncBenchmark" -> "asynchronous, success at the first attempt: " + completed;
            default -> throw new IllegalStateException(type + " is no benchmark of calls");
        };
    }

    private static boolean isYardstick(String type, String method) {
        return switch (type) {
            case "FirstTryBenchmark" -> method.equals("direct");
            case "TwoFailuresBenchmark" -> method.equals("bareLoop");
            default -> method.equals("bareFuture");
        };
    }
}
