package dev.reprise.bench.chaos;

import dev.reprise.testkit.FaultProxy;
import dev.reprise.testkit.LossOfAnswer;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;

/** What goes wrong, and when: chosen by the seed, each kind as often as the options say. */
final class Storm {
    private static final long LOOK_MILLIS = 100;

    private final ChaosSite site;
    private final ChaosOptions options;
    private final Random random;
    private final Looks looks;
    private final PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingLong(Event::millis));
    private final Map<Trouble, Integer> done = new EnumMap<>(Trouble.class);
    private final List<LossOfAnswer> losses = new ArrayList<>();

    Storm(ChaosSite site, ChaosOptions options, Looks looks) {
        this.site = site;
        this.options = options;
        this.looks = looks;
        this.random = new Random(options.seed());
        plan();
    }

    /** Runs from the first trouble to the last; workers that are gone are replaced all the while. */
    void run() throws Exception {
        long began = System.nanoTime();
        while (!events.isEmpty() || elapsed(began) < options.seconds() * 1_000L) {
            while (!events.isEmpty() && events.element().millis <= elapsed(began)) {
                events.remove().action.run();
            }
            site.replaceTheDead();
            looks.look();
            Thread.sleep(LOOK_MILLIS);
        }
    }

    /** How often each trouble came. */
    Map<Trouble, Integer> done() {
        return done;
    }

    /** How many answers were really lost. */
    int lostAnswers() throws InterruptedException {
        int lost = 0;
        for (LossOfAnswer loss : losses) {
            lost += loss.await(Duration.ZERO) ? 1 : 0;
        }
        return lost;
    }

    private void plan() {
        List<Trouble> troubles = new ArrayList<>();
        int some = Math.max(1, options.kills() / 5);
        troubles.addAll(Collections.nCopies(options.kills(), Trouble.KILL));
        troubles.addAll(Collections.nCopies(options.crashes(), Trouble.CRASH));
        for (Trouble trouble : Trouble.values()) {
            if (trouble != Trouble.KILL && trouble != Trouble.CRASH) {
                troubles.addAll(Collections.nCopies(some, trouble));
            }
        }
        Collections.shuffle(troubles, random);
        long millis = options.seconds() * 950L;
        for (int i = 0; i < troubles.size(); i++) {
            Trouble trouble = troubles.get(i);
            long at = (long) (millis * (i + random.nextDouble()) / troubles.size());
            events.add(new Event(at, () -> {
                done.merge(trouble, 1, Integer::sum);
                begin(trouble, at);
            }));
        }
    }

    private void begin(Trouble trouble, long at) throws Exception {
        switch (trouble) {
            case KILL -> someWorker().kill();
            case FREEZE -> {
                WorkerProcess worker = someWorker();
                worker.freeze();
                later(at + ChaosWorker.LEASE.toMillis() + 500 + random.nextInt(4_000), worker::thaw);
            }
            case CRASH -> {
                site.postgres().stopImmediately();
                later(at + random.nextInt(3_000), site.postgres()::restart);
            }
            case CUT -> site.cutAll();
            case PARTITION -> {
                FaultProxy own = site.proxy(someWorker());
                own.refuse(true);
                own.cutAll();
                // The lease is over, and what the worker has kept back is not too old to be written.
                later(at + ChaosWorker.LEASE.toMillis() + 1_000 + random.nextInt(3_000), () -> own.refuse(false));
            }
            case LOSE_ENQUEUE, LOSE_COMMIT -> losses.add(site.proxy().loseAnswerTo(trouble.text));
            default -> losses.add(site.proxy(someWorker()).loseAnswerTo(trouble.text));
        }
    }

    private void later(long millis, Action action) {
        events.add(new Event(millis, action));
    }

    private WorkerProcess someWorker() {
        List<WorkerProcess> awake =
                site.workers().stream().filter(worker -> !worker.isFrozen()).toList();
        List<WorkerProcess> from = awake.isEmpty() ? site.workers() : awake;
        return from.get(random.nextInt(from.size()));
    }

    private static long elapsed(long began) {
        return (System.nanoTime() - began) / 1_000_000;
    }

    /** What goes wrong. */
    enum Trouble {
        /** A worker is killed. */
        KILL(""),
        /** A worker stops where it stands until its leases are over, and goes on. */
        FREEZE(""),
        /** The database stops as in a crash, and starts again. */
        CRASH(""),
        /** Every connection is reset, in mid-statement or not. */
        CUT(""),
        /** A worker does not reach the database until its leases are over, and then writes what it has kept back. */
        PARTITION(""),
        /** A statement is done, and its answer lost. */
        LOSE_CLAIM("\".claim("),
        LOSE_ENDING("\".end_attempts("),
        LOSE_BEAT("\".beat("),
        LOSE_RECLAIM("\".reclaim("),
        LOSE_ENQUEUE("\".enqueue("),
        LOSE_COMMIT("COMMIT");

        private final String text;

        Trouble(String text) {
            this.text = text;
        }

        /** What the statement has in it. */
        String text() {
            return text;
        }
    }

    /** Has a look at the storm from time to time. */
    @FunctionalInterface
    interface Looks {
        void look() throws SQLException, IOException;
    }

    private record Event(long millis, Action action) {}

    @FunctionalInterface
    private interface Action {
        void run() throws Exception;
    }
}
