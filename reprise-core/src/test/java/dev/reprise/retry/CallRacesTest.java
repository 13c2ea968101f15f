package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.AttemptTimeoutException;
import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many real threads, real time, and whatever order they happen to run in; the seed replays the choices alone. */
@Timeout(120)
class CallRacesTest {
    private static final long SEED = System.nanoTime();

    private final ExecutorService pool = Executors.newFixedThreadPool(4);

    @AfterEach
    void end() throws InterruptedException {
        pool.shutdown();
        assertThat(pool.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_time_out_that_races_the_end_of_its_attempt_leaves_no_flag() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        Retrier retrier = Retrier.attempts(1).attemptTimeout(Duration.ofNanos(60_000));
        int timeouts = 0;
        for (int round = 0; round < 20_000; round++) {
            long end = System.nanoTime() + random.nextInt(120_000);
            boolean throwing = random.nextBoolean();
            try {
                retrier.call(() -> {
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                    if (throwing) {
                        throw new IOException("ended");
                    }
                    return true;
                });
            } catch (AttemptTimeoutException timeout) {
                timeouts++;
            } catch (IOException inTime) {
                assertThat(inTime).hasMessage("ended");
            }
            assertThat(Thread.currentThread().isInterrupted())
                    .as("seed %d, round %d", SEED, round)
                    .isFalse();
        }
        assertThat(timeouts).as("seed %d", SEED).isBetween(1, 19_999);
    }

    @Test
    void whatever_races_the_end_of_a_call_leaves_no_attempt_and_no_timer() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        Retrier retrier = Retrier.of(RetryPolicy.parse("indefinite budget=1h constant 20us"))
                .attemptTimeout(Duration.ofNanos(150_000))
                .executor(pool);
        List<Racing> calls = new ArrayList<>();
        for (int round = 0; round < 3_000; round++) {
            Racing call = new Racing(retrier, random.split());
            calls.add(call);
            long wait = random.nextInt(300_000);
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < wait) {
                Thread.onSpinWait();
            }
            call.end(random.nextInt(3));
        }
        end();
        calls.forEach(Racing::checkEnd);
        assertThat(SystemTime.pending()).as("seed %d", SEED).isEmpty();
    }

    @Test
    void a_quick_timer_does_not_put_an_old_one_in_the_place_of_a_new_one() throws Exception {
        Retrier retrier = Retrier.of(RetryPolicy.parse("indefinite budget=1d steps 1ns,1h"))
                .patience(Duration.ofDays(1))
                .executor(pool);
        for (int round = 0; round < 5_000; round++) {
            AtomicInteger attempts = new AtomicInteger();
            CountDownLatch second = new CountDownLatch(1);
            CompletableFuture<String> future = retrier.callAsync(() -> {
                if (attempts.incrementAndGet() == 2) {
                    second.countDown();
                }
                return CompletableFuture.failedFuture(new IOException("down"));
            });
            second.await();
            future.cancel(false);
        }
        end();
        assertThat(SystemTime.pending()).isEmpty();
    }

    @Test
    void constants_that_are_given_up_by_several_threads_at_once_never_lie_inside_each_other() throws Exception {
        Retrier retrier = Retrier.attempts(2).backoff("none");
        for (int round = 0; round < 2_000; round++) {
            List<IOException> pair = List.of(new IOException("a"), new IOException("b"));
            CyclicBarrier start = new CyclicBarrier(2);
            List<Future<?>> calls = new ArrayList<>();
            for (int first = 0; first < 2; first++) {
                AtomicInteger attempt = new AtomicInteger(first);
                calls.add(pool.submit(() -> {
                    start.await();
                    return retrier.tryCall(() -> {
                        throw pair.get(attempt.getAndIncrement() % 2);
                    });
                }));
            }
            for (Future<?> call : calls) {
                call.get();
            }
            RetryNoteTest.assertNoCircle(pair.get(0));
            RetryNoteTest.assertNoCircle(pair.get(1));
        }
    }

    @Test
    void one_retrier_serves_many_threads() throws Exception {
        Retrier retrier = Retrier.attempts(3).backoff("constant 1us").random(new SplittableRandom(SEED));
        Phaser start = new Phaser(4);
        List<Future<Integer>> sums = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            sums.add(pool.submit(() -> {
                start.arriveAndAwaitAdvance();
                int sum = 0;
                for (int call = 0; call < 500; call++) {
                    int[] attempts = {0};
                    sum += retrier.call(() -> {
                        if (++attempts[0] < 3) {
                            throw new IOException("down");
                        }
                        return attempts[0];
                    });
                }
                return sum;
            }));
        }
        for (Future<Integer> sum : sums) {
            assertThat(sum.get()).isEqualTo(1_500);
        }
    }

    /** A call whose attempts fail, hang, or succeed late, and which somebody ends at a bad moment. */
    private final class Racing implements RetryListener {
        private final ConcurrentLinkedQueue<CompletableFuture<String>> stages = new ConcurrentLinkedQueue<>();
        private final AtomicInteger outcomes = new AtomicInteger();
        private final AtomicInteger begunLate = new AtomicInteger();
        private final SplittableRandom random;
        private final CompletableFuture<String> future;
        private volatile boolean ended;

        Racing(Retrier retrier, SplittableRandom random) {
            this.random = random;
            future = retrier.listen(this).callAsync(this::attempt);
        }

        @Override
        public void gaveUp(int attempts, Throwable failure, Fail decision) {
            outcomes.incrementAndGet();
        }

        @Override
        public void succeeded(int attempts, Duration elapsed) {
            outcomes.incrementAndGet();
        }

        private CompletableFuture<String> attempt() throws IOException {
            if (ended) {
                begunLate.incrementAndGet();
            }
            int fate;
            synchronized (random) {
                fate = random.nextInt(100);
            }
            if (fate < 40) {
                throw new IOException("thrown");
            }
            CompletableFuture<String> stage = new CompletableFuture<>();
            stages.add(stage);
            if (fate < 60) {
                stage.completeExceptionally(new IOException("failed"));
            } else if (fate < 95) {
                pool.execute(() -> stage.completeExceptionally(new IOException("failed late")));
            } else if (fate < 97) {
                pool.execute(() -> stage.complete("done"));
            }
            return stage;
        }

        void end(int how) {
            switch (how) {
                case 0 -> future.cancel(true);
                case 1 -> future.complete("outside");
                default -> future.completeExceptionally(new IOException("outside"));
            }
            ended = true;
        }

        void checkEnd() {
            assertThat(future).as("seed %d", SEED).isDone();
            assertThat(outcomes).as("seed %d", SEED).hasValueLessThanOrEqualTo(1);
            // One that was about to begin when the call ended may begin, and is cancelled at once.
            assertThat(begunLate).as("seed %d", SEED).hasValueLessThanOrEqualTo(1);
            assertThat(stages).as("seed %d", SEED).allMatch(CompletableFuture::isDone);
        }
    }
}
