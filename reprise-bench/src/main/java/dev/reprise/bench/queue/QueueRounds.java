package dev.reprise.bench.queue;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Lets the contenders take turns at each scenario: rounds that do not count until each is warm, then those that do. */
final class QueueRounds {
    /** One round of the fastest contender is over before the JIT has seen it. */
    static final Duration WARM_UP = Duration.ofSeconds(10);

    private static final int ENQUEUED = 100_000;
    private static final int DRAINED = 20_000;
    private static final int BACKLOG = 1_000_000;
    private static final int SMALL_BACKLOG = 1_000;
    private static final int PASSING = 240_000;
    private static final int SLICES = 6;
    private static final int HELD = 2_000;
    private static final int CLAIM = 16;
    private static final int CLAIMS = 500;
    private static final String RATE = "jobs/s";

    private final BenchDatabase database;
    private final List<Contender> contenders;
    private final int rounds;
    private final QueueTable table = new QueueTable();

    QueueRounds(BenchDatabase database, List<Contender> contenders, int rounds) {
        this.database = database;
        this.contenders = contenders;
        this.rounds = rounds;
    }

    QueueTable table() {
        return table;
    }

    void measure(Scenario scenario) throws Exception {
        List<Contender> taking = contenders.stream()
                .filter(contender -> takesPart(contender, scenario))
                .toList();
        for (Contender contender : taking) {
            contender.prepare(database.dataSource());
            if (scenario == Scenario.BACKLOG) {
                contender.enqueueBulk(BACKLOG);
            }
        }
        for (Contender contender : taking) {
            System.err.println("bench-jobs: " + scenario.word() + ", " + contender.name() + ": warm-up");
            long start = System.nanoTime();
            do {
                measure(scenario, contender, false);
            } while (System.nanoTime() - start < WARM_UP.toNanos());
        }
        for (int round = 1; round <= rounds; round++) {
            for (Contender contender : taking) {
                measure(scenario, contender, true);
            }
        }
        for (Contender contender : taking) {
            contender.prepare(database.dataSource());
        }
    }

    private static boolean takesPart(Contender contender, Scenario scenario) {
        return switch (scenario) {
            case ENQUEUE -> true;
            case DRAIN -> contender.drains();
            case BACKLOG -> contender.drains() && contender.holdsBacklog();
            case PINNED, CLAIM -> contender.drains() && contender instanceof MeasuredClaims;
            case WAKE_UP -> contender.drains() && contender instanceof MeasuredWakeUps;
            case MEMORY -> contender.drains() && contender instanceof MeasuredMemory;
        };
    }

    private void measure(Scenario scenario, Contender contender, boolean counts) throws Exception {
        switch (scenario) {
            case ENQUEUE -> enqueue(contender, counts);
            case DRAIN -> {
                contender.prepare(database.dataSource());
                double rate = drain(contender, 0);
                add(counts, String.format(Locale.ROOT, "drain of %,d", DRAINED), contender, RATE, rate);
            }
            case BACKLOG -> {
                double rate = drain(contender, BACKLOG);
                add(
                        counts,
                        String.format(Locale.ROOT, "drain of %,d, backlog %,d", DRAINED, BACKLOG),
                        contender,
                        RATE,
                        rate);
            }
            case PINNED -> {
                pass(contender, "", counts);
                try (Connection pin = database.pinSnapshot()) {
                    pass(contender, " under a pinned snapshot", counts);
                    pin.rollback();
                }
            }
            case CLAIM -> {
                claims((MeasuredClaims) contender, contender, SMALL_BACKLOG, counts);
                claims((MeasuredClaims) contender, contender, BACKLOG, counts);
            }
            case WAKE_UP -> wakeUps((MeasuredWakeUps) contender, contender, counts);
            case MEMORY -> memory((MeasuredMemory) contender, contender, counts);
        }
    }

    private void enqueue(Contender contender, boolean counts) throws Exception {
        contender.prepare(database.dataSource());
        database.settle();
        long start = System.nanoTime();
        contender.enqueueBulk(ENQUEUED);
        double rate = ENQUEUED * 1e9 / (System.nanoTime() - start);
        expect(contender, ENQUEUED);
        add(counts, String.format(Locale.ROOT, "bulk enqueue of %,d", ENQUEUED), contender, RATE, rate);
    }

    /** Tops up to the backlog and what will be drained, and drains that. */
    private double drain(Contender contender, int backlog) throws Exception {
        contender.enqueueBulk((int) (backlog + DRAINED - contender.pending()));
        database.settle();
        Progress progress = new Progress(DRAINED, 1);
        contender.drain(progress);
        if (backlog == 0) {
            expect(contender, 0);
        }
        return progress.rate();
    }

    private void pass(Contender contender, String how, boolean counts) throws Exception {
        contender.prepare(database.dataSource());
        contender.enqueueBulk(PASSING);
        database.settle();
        Progress progress = new Progress(PASSING, SLICES);
        contender.drain(progress);
        expect(contender, 0);
        String part = String.format(Locale.ROOT, "%,d of %,d%s", PASSING / SLICES, PASSING, how);
        add(counts, "first " + part, contender, RATE, progress.rateOf(0));
        add(counts, "last " + part, contender, RATE, progress.rateOf(SLICES - 1));
    }

    private void claims(MeasuredClaims claims, Contender contender, int backlog, boolean counts) throws Exception {
        contender.prepare(database.dataSource());
        contender.enqueueBulk(backlog);
        database.settle();
        long[] nanos = claims.claim(CLAIM, CLAIMS);
        expect(contender, backlog);
        add(
                counts,
                String.format(Locale.ROOT, "claim of %d, backlog %,d, median", CLAIM, backlog),
                contender,
                "ms",
                millis(nanos, 0.5));
    }

    private void wakeUps(MeasuredWakeUps wakeUps, Contender contender, boolean counts) throws Exception {
        contender.prepare(database.dataSource());
        database.settle();
        long[] nanos = wakeUps.wakeUps(wakeUps.wakeUpSamples());
        add(counts, "wake-up on an idle queue, p50", contender, "ms", millis(nanos, 0.5));
        add(counts, "wake-up on an idle queue, p99", contender, "ms", millis(nanos, 0.99));
    }

    private void memory(MeasuredMemory memory, Contender contender, boolean counts) throws Exception {
        contender.prepare(database.dataSource());
        double bytes = memory.heapPerClaimedJob(HELD);
        add(counts, String.format(Locale.ROOT, "heap for each of %,d claimed jobs", HELD), contender, "bytes", bytes);
    }

    private static double millis(long[] nanos, double quantile) {
        long[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.ceil(quantile * sorted.length) - 1] / 1e6;
    }

    private void add(boolean counts, String what, Contender contender, String unit, double value) {
        if (counts) {
            System.err.printf(Locale.ROOT, "bench-jobs: %s, %s: %,.2f %s%n", what, contender.name(), value, unit);
            table.add(what, contender.name(), unit, value);
        }
    }

    private static void expect(Contender contender, long pending) throws SQLException {
        long found = contender.pending();
        if (found != pending) {
            throw new IllegalStateException(contender.name() + " has " + found + " jobs pending, not " + pending);
        }
    }
}
