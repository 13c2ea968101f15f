package dev.reprise.bench.chaos;

import dev.reprise.bench.chaos.Ledger.Entry;
import dev.reprise.bench.chaos.Ledger.Expect;
import dev.reprise.jobs.EnqueueOptions;
import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.JobRequest;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.client.JobClient;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Enqueues through the storm, in every way there is. A call that failed is uncertain: with an idempotency key it is made again
 * until it is certain, without one its jobs may be there or not, all or none.
 */
final class Enqueuer implements Runnable {
    private static final int KEYS = 40;
    private static final long PAUSE_MILLIS = 100;

    private final DataSource proxied;
    private final JobClient client;
    private final Ledger ledger;
    private final ChaosOptions options;
    private final Random random;
    private final AtomicLong asked = new AtomicLong();
    private int batch;

    Enqueuer(DataSource proxied, JobClient client, Ledger ledger, ChaosOptions options) {
        this.proxied = proxied;
        this.client = client;
        this.ledger = ledger;
        this.options = options;
        this.random = new Random(options.seed() + 17);
    }

    /** How many numbers are used up. */
    long asked() {
        return asked.get();
    }

    /** Spreads the jobs over nine tenths of the storm. */
    @Override
    public void run() {
        long began = System.nanoTime();
        double nanos = options.seconds() * 0.9e9;
        try {
            while (asked.get() < options.jobs()) {
                enqueueSome(options.jobs() - asked.get());
                double due = began + nanos * asked.get() / options.jobs();
                Thread.sleep((long) Math.max(0, (due - System.nanoTime()) / 1e6));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void enqueueSome(long left) throws InterruptedException {
        batch++;
        switch (random.nextInt(8)) {
            case 0 -> many("one", numbers(1));
            case 1, 2 -> many("many", numbers(random.nextInt(Math.min(40, (int) left)) + 1));
            case 3 -> copy(numbers(random.nextInt(Math.min(200, (int) left)) + 1));
            case 4 -> withoutKeys("copy without keys", numbers(random.nextInt(Math.min(200, (int) left)) + 1));
            case 5 -> withoutKeys("many without keys", numbers(random.nextInt(Math.min(20, (int) left)) + 1));
            case 6 -> inTransaction(numbers(random.nextInt(Math.min(20, (int) left)) + 1));
            default -> unique(numbers(1).get(0));
        }
    }

    private List<Long> numbers(int count) {
        long first = asked.getAndAdd(count) + 1;
        return LongStream.range(first, first + count).boxed().toList();
    }

    /** With idempotency keys: certain in the end. */
    private void many(String way, List<Long> numbers) throws InterruptedException {
        List<JobRequest<Work>> requests = requests(numbers, true);
        List<Enqueued> answers = untilCertain(() -> client.enqueueAll(requests));
        for (int i = 0; i < numbers.size(); i++) {
            add(way, Expect.ONCE, requests.get(i), answers.get(i));
        }
    }

    private void copy(List<Long> numbers) throws InterruptedException {
        List<JobRequest<Work>> requests = requests(numbers, true);
        untilCertain(() -> client.copy(requests.stream()));
        requests.forEach(request -> add("copy", Expect.ONCE, request, null));
    }

    private void withoutKeys(String way, List<Long> numbers) {
        List<JobRequest<Work>> requests = requests(numbers, false);
        Expect expect = Expect.ONCE;
        try {
            if (way.startsWith("copy")) {
                client.copy(requests.stream());
            } else {
                client.enqueueAll(requests);
            }
        } catch (RuntimeException uncertain) {
            expect = Expect.PERHAPS;
        }
        for (JobRequest<Work> request : requests) {
            add(way, expect, request, null);
        }
    }

    /** The caller's own row and the job are there together, or neither is. */
    private void inTransaction(List<Long> numbers) {
        List<JobRequest<Work>> requests = requests(numbers, false);
        boolean commits = random.nextInt(4) > 0;
        try (Connection connection = proxied.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(ChaosSql.TABLES.get("add order"))) {
                for (long number : numbers) {
                    insert.setLong(1, number);
                    insert.executeUpdate();
                }
            }
            if (random.nextBoolean()) {
                client.in(connection).enqueueAll(requests);
            } else {
                client.in(connection).copy(requests.stream());
            }
            if (commits) {
                connection.commit();
            } else {
                connection.rollback();
            }
        } catch (SQLException | RuntimeException uncertain) {
            // Their orders tell.
        }
        for (JobRequest<Work> request : requests) {
            add("the caller's transaction", commits ? Expect.ORDER : Expect.NEVER, request, null);
        }
    }

    /** Under a unique key that others want, too. */
    private void unique(long number) throws InterruptedException {
        String key = "key-" + random.nextInt(KEYS);
        JobType<Work> type = type(number);
        JobRequest<Work> request =
                JobRequest.of(type, Work.of(number, type), o -> o.key(key).idempotencyKey(Long.toString(number)));
        Enqueued answer =
                untilCertain(() -> client.enqueueAll(List.of(request))).get(0);
        add("unique key", answer.existed() ? Expect.ANSWERED : Expect.ONCE, request, answer);
    }

    private void add(String way, Expect expect, JobRequest<Work> request, @Nullable Enqueued answer) {
        var policy = request.options().policy();
        ledger.add(new Entry(
                request.payload().number(),
                batch,
                way,
                expect,
                policy == null ? Work.MAX_ATTEMPTS : policy.maxAttempts(),
                answer == null ? null : answer.id()));
    }

    private static <T> T untilCertain(Call<T> call) throws InterruptedException {
        while (true) {
            try {
                return call.make();
            } catch (RuntimeException uncertain) {
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    private List<JobRequest<Work>> requests(List<Long> numbers, boolean hasKeys) {
        List<JobRequest<Work>> requests = new ArrayList<>();
        for (long number : numbers) {
            JobType<Work> type = type(number);
            requests.add(JobRequest.of(
                    type,
                    Work.of(number, type),
                    o -> hasKeys ? various(o).idempotencyKey(Long.toString(number)) : various(o)));
        }
        return requests.stream().collect(Collectors.toUnmodifiableList());
    }

    private JobType<Work> type(long number) {
        return switch ((int) Math.floorMod(Act.mix(options.seed() + 2, number), 8L)) {
            case 0 -> Work.TIMED;
            case 1, 2 -> Work.SIDE;
            default -> Work.PLAIN;
        };
    }

    private EnqueueOptions various(EnqueueOptions plain) {
        EnqueueOptions various = plain;
        if (random.nextInt(6) == 0) {
            various = various.after(Duration.ofMillis(random.nextInt(2_000)));
        }
        if (random.nextInt(10) == 0) {
            various = various.priority(random.nextInt(7) - 3);
        }
        if (random.nextInt(10) == 0) {
            various = various.tags("a", "b" + random.nextInt(5));
        }
        if (random.nextInt(5) == 0) {
            various = various.policy(Work.policy(1 + random.nextInt(8)));
        }
        if (random.nextInt(30) == 0) {
            various = various.deadline(Duration.ofSeconds(1 + random.nextInt(5)));
        }
        return various;
    }

    private interface Call<T> {
        T make();
    }
}
