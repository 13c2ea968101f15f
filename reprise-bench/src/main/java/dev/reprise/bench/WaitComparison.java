package dev.reprise.bench;

import java.util.Locale;

/**
 * Let 100,000 retries wait at once, and tell what each takes of the heap, and how far from its time it wakes.
 *
 * <p>Arguments: how many, and over how many seconds their times are spread; 100000 and 20 if not given.
 */
public final class WaitComparison {
    private WaitComparison() {}

    /** Measure and print. */
    public static void main(String... args) throws Exception {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 20;
        // What is loaded and compiled by then is not measured.
        WaitMemory.perWait(1_000);
        WakeUps.ofRetries(count / 10, 2);
        WakeUps.ofBareTimer(count / 10, 2);

        WaitMemory memory = WaitMemory.perWait(count);
        WakeUps bare = WakeUps.ofBareTimer(count, seconds);
        WakeUps ours = WakeUps.ofRetries(count, seconds);
        System.out.printf(Locale.ROOT, "%n%,d retries, due times spread over %d s%n%n", count, seconds);
        System.out.println("| what | p50 ms | p99 ms | p99.9 ms | max ms |");
        System.out.println("|---|---|---|---|---|");
        System.out.println(bare.toRow("wake-up error of a bare `ScheduledThreadPoolExecutor`"));
        System.out.println(ours.toRow("wake-up error of an attempt, from its due time to its first statement"));
        System.out.println();
        System.out.println("| live heap per waiting retry | bytes |");
        System.out.println("|---|---|");
        System.out.println(memory.toRows());
        System.out.printf("%nJDK %s (%s)%n", Runtime.version(), System.getProperty("java.vm.vendor"));
    }
}
