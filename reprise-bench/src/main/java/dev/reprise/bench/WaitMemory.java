package dev.reprise.bench;

import dev.reprise.policy.RetryOverride;
import dev.reprise.retry.Retrier;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The live heap that waiting retries take, from the JVM's own histogram of live objects with and without them. All
 * share one call and one failure, and the array of their futures is there before: what is left is the retrier's.
 *
 * @param count how many waited
 * @param bytes the bytes they took together, by class
 * @param left the bytes that were still there after all had been cancelled
 */
record WaitMemory(int count, Map<String, Long> bytes, long left) {
    private static final double SHOWN = 0.5;

    static WaitMemory perWait(int count) throws JMException {
        IOException failure = new IOException("Connection reset");
        RetryOverride wait = RetryOverride.after(Duration.ofSeconds(50));
        Retrier retrier = Retrier.attempts(2).on(IOException.class).classifier((thrown, state) -> wait);
        CompletableFuture<String> failed = CompletableFuture.failedFuture(failure);
        CompletableFuture<?>[] futures = new CompletableFuture<?>[count];
        for (int i = 0; i < Math.min(count, 100); i++) {
            retrier.callAsync(() -> failed).cancel(false);
        }
        Map<String, Long> before = liveBytes();
        for (int i = 0; i < count; i++) {
            futures[i] = retrier.callAsync(() -> failed);
        }
        Map<String, Long> with = liveBytes();
        for (CompletableFuture<?> future : futures) {
            if (future.isDone()) {
                throw new CompletionException("one did not wait: " + future, null);
            }
            future.cancel(false);
        }
        java.util.Arrays.fill(futures, null);
        return new WaitMemory(count, difference(before, with), total(liveBytes()) - total(before));
    }

    /** A row for the whole, and one for each class that has a part in it. */
    String toRows() {
        String parts = bytes.entrySet().stream()
                .filter(entry -> entry.getValue() >= SHOWN * count)
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(entry -> row("`" + entry.getKey() + "`", entry.getValue()))
                .collect(Collectors.joining("\n"));
        return row("all", total(bytes)) + "\n" + parts + "\n" + row("left after all were cancelled", left);
    }

    private String row(String what, long total) {
        return String.format(Locale.ROOT, "| %s | %.1f |", what, (double) total / count);
    }

    private static Map<String, Long> difference(Map<String, Long> before, Map<String, Long> with) {
        Map<String, Long> difference = new HashMap<>(with);
        before.forEach((type, bytes) -> difference.merge(type, -bytes, Long::sum));
        return difference;
    }

    private static long total(Map<String, Long> bytes) {
        return bytes.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Ask for the histogram, which collects the garbage first: lines of number, instances, bytes and class. */
    private static Map<String, Long> liveBytes() throws JMException {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        return histogram
                .lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(words -> words.length >= 4 && words[0].endsWith(":"))
                .collect(Collectors.toMap(words -> words[3], words -> Long.valueOf(words[2]), Long::sum));
    }
}
