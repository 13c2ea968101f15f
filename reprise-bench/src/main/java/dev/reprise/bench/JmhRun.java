package dev.reprise.bench;

import java.util.Collection;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Run benchmarks with the profilers that count allocated bytes and processor time, and read what came out. */
final class JmhRun {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private JmhRun() {}

    /**
     * Run.
     *
     * @param args JMH's own options
     * @param benchmarks which to run if the options name none
     */
    static Collection<RunResult> run(String[] args, Class<?>... benchmarks)
            throws RunnerException, CommandLineOptionException {
        CommandLineOptions options = new CommandLineOptions(args);
        var builder = new OptionsBuilder()
                .parent(options)
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuProfiler.class)
                .shouldFailOnError(true);
        if (options.getIncludes().isEmpty()) {
            for (Class<?> benchmark : benchmarks) {
                builder.include("\\." + benchmark.getSimpleName() + "\\.");
            }
        }
        return new Runner(builder.build()).run();
    }

    /**
     * Read one result.
     *
     * @param parameter the name of the benchmark's parameter
     */
    static Measurements.Row row(RunResult result, String parameter) {
        Result<?> time = result.getPrimaryResult();
        String value = result.getParams().getParam(parameter);
        return new Measurements.Row(
                time.getLabel(),
                value == null ? "" : value,
                time.getStatistics().getMin(),
                time.getStatistics().getPercentile(50),
                time.getScore(),
                time.getScoreError(),
                secondary(result, CpuProfiler.NANOS).getStatistics().getPercentile(50),
                secondary(result, ALLOCATED).getScore());
    }

    private static Result<?> secondary(RunResult result, String label) {
        Result<?> found = result.getSecondaryResults().get(label);
        if (found == null) {
            throw new IllegalStateException(
                    "no " + label + " among " + result.getSecondaryResults().keySet());
        }
        return found;
    }
}
