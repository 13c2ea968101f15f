package dev.reprise.bench.chaos;

import dev.reprise.bench.chaos.ChaosSite.Progress;
import dev.reprise.bench.chaos.Verification.Violation;
import dev.reprise.jobs.client.JobClient;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One storm from the first enqueue to the verification. */
final class ChaosRun {
    private static final Duration STANDSTILL = Duration.ofSeconds(45);
    private static final Duration CLOSING = Duration.ofSeconds(30);
    private static final long LOOK_MILLIS = 200;
    private static final long PROGRESS_NANOS = 10_000_000_000L;
    private static final int REDRIVEN_SHARE = 60;

    private final ChaosOptions options;
    private final ChaosSite site;
    private final PrintStream out;
    private final Ledger ledger = new Ledger();
    private final Enqueuer enqueuer;
    private final Meddler meddler;
    private final List<Violation> seen = new ArrayList<>();
    private final long began = System.nanoTime();
    private long told = began;

    private ChaosRun(ChaosOptions options, ChaosSite site, PrintStream out) {
        this.options = options;
        this.site = site;
        this.out = out;
        JobClient client = JobClient.on(site.proxied());
        this.enqueuer = new Enqueuer(site.proxied(), client, ledger, options);
        this.meddler = new Meddler(site.direct(), client, options);
    }

    /** Runs it; the workers' output and nothing else is left in the folder. */
    static ChaosReport run(ChaosOptions options, Path folder, PrintStream out) throws Exception {
        try (ChaosSite site = new ChaosSite(folder, options)) {
            return new ChaosRun(options, site, out).run();
        }
    }

    private ChaosReport run() throws Exception {
        site.replaceTheDead();
        Storm storm = new Storm(site, options, this::look);
        Thread enqueues = start("enqueuer", enqueuer);
        Thread meddles = start("meddler", meddler);
        storm.run();
        enqueues.join();
        meddles.interrupt();
        meddles.join();
        say("the storm is over");
        drain();
        meddler.redrive(options.jobs() / REDRIVEN_SHARE, options.seed());
        site.cutAll();
        say("redriven");
        drain();
        int late = site.stopWorkers(CLOSING);
        if (late > 0) {
            seen.add(new Violation("a worker closes in time", "?", late + " did not within " + CLOSING, List.of()));
        }
        ledger.save(site.direct());
        meddler.save();
        List<Violation> violations = new ArrayList<>(seen);
        violations.addAll(new Verification(site.direct()).run());
        return report(storm, violations);
    }

    /** Waits until all have ended, or nothing has changed for a long time. */
    private void drain() throws Exception {
        Progress last = site.progress();
        long changed = System.nanoTime();
        while (last.live() > 0 && System.nanoTime() - changed < STANDSTILL.toNanos()) {
            Thread.sleep(LOOK_MILLIS);
            site.replaceTheDead();
            look();
            Progress now = site.progress();
            if (!now.equals(last)) {
                last = now;
                changed = System.nanoTime();
            }
        }
    }

    private void look() {
        try {
            keysHeldTwice();
            if (System.nanoTime() - told > PROGRESS_NANOS) {
                say("");
            }
        } catch (SQLException e) {
            // The database is down; there will be another look.
        }
    }

    /** What a picture at the end cannot show. */
    private void keysHeldTwice() throws SQLException {
        try (Connection connection = site.direct().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(ChaosSql.TABLES.get("keys held twice"))) {
            while (row.next()) {
                seen.add(new Violation("a unique key has one job at a time", "?", row.getString(1), List.of()));
            }
        }
    }

    private void say(String what) throws SQLException {
        told = System.nanoTime();
        Progress progress = site.progress();
        out.printf(
                "%4d s: %,d asked for, %,d live, %,d ended, %d processes%s%n",
                (told - began) / 1_000_000_000,
                enqueuer.asked(),
                progress.live(),
                progress.ended(),
                site.started(),
                what.isEmpty() ? "" : "; " + what);
    }

    private ChaosReport report(Storm storm, List<Violation> violations)
            throws SQLException, InterruptedException, IOException {
        Map<String, Integer> troubles = new LinkedHashMap<>();
        storm.done().forEach((trouble, times) -> troubles.put(trouble.name(), times));
        Map<String, Long> acts = counts("acts");
        return new ChaosReport(
                options,
                ledger.certain(),
                site.progress().ended(),
                acts.values().stream().mapToLong(Long::longValue).sum(),
                counts("states"),
                acts,
                troubles,
                storm.lostAnswers(),
                site.started(),
                meddler.cancels(),
                meddler.redrives(),
                (System.nanoTime() - began) / 1_000_000_000,
                violations);
    }

    private Map<String, Long> counts(String statement) throws SQLException {
        Map<String, Long> counts = new LinkedHashMap<>();
        try (Connection connection = site.direct().getConnection();
                Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(ChaosSql.TABLES.get(statement))) {
            while (row.next()) {
                counts.put(row.getString(1), row.getLong(2));
            }
        }
        return counts;
    }

    private static Thread start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
