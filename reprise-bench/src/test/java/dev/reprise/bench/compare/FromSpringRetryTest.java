package dev.reprise.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.backoff.Backoff;
import dev.reprise.http.HttpFailures;
import dev.reprise.http.HttpStatusException;
import dev.reprise.retry.Retrier;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.retry.RetryContext;
import org.springframework.retry.annotation.Recover;
import org.springframework.retry.annotation.Retryable;
import org.springframework.retry.backoff.BackOffContext;
import org.springframework.retry.backoff.BackOffInterruptedException;
import org.springframework.retry.backoff.BackOffPolicy;
import org.springframework.retry.backoff.ExponentialBackOffPolicy;
import org.springframework.retry.backoff.ExponentialRandomBackOffPolicy;
import org.springframework.retry.backoff.FixedBackOffPolicy;
import org.springframework.retry.backoff.Sleeper;
import org.springframework.retry.support.RetryTemplate;

/** The code of docs/migrate/from-spring-retry.md that is about Spring Retry 2. */
class FromSpringRetryTest {
    private final FlakyService service = new FlakyService();
    private final URI url = URI.create("http://localhost/page");
    private final List<Long> waits = new ArrayList<>();

    @AfterEach
    void clear_the_flag() {
        Thread.interrupted();
    }

    @Test
    void before_and_after_do_the_same() throws Exception {
        service.fail(new IOException("1"), new IOException("2"));
        assertThat(before()).isEqualTo(FlakyService.PAGE);
        service.fail(new IOException("1"), new IOException("2"));
        assertThat(after()).isEqualTo(FlakyService.PAGE);
        assertThat(service.calls()).isEqualTo(6);

        service.fail(new FileNotFoundException("gone"));
        assertThat(catchThrowable(this::before)).isInstanceOf(FileNotFoundException.class);
        service.fail(new FileNotFoundException("gone"));
        assertThat(catchThrowable(this::after)).isInstanceOf(FileNotFoundException.class);
        assertThat(service.calls()).isEqualTo(8);
    }

    private Page before() throws IOException {
        // snippet: before
        RetryTemplate template = RetryTemplate.builder()
                .maxAttempts(4)
                .notRetryOn(FileNotFoundException.class)
                .exponentialBackoff(100, 2, 5_000, true)
                .build();
        Page page = template.execute(context -> service.load(url));
        // end snippet
        return page;
    }

    private Page after() throws IOException, InterruptedException {
        // snippet: after
        Retrier retrier = Retrier.attempts(4)
                .neverOn(FileNotFoundException.class)
                .backoff("exponential base=100ms max=5s jitter=50%");
        Page page = retrier.call(() -> service.load(url));
        // end snippet
        return page;
    }

    @Test
    void a_method_with_annotations_becomes_one_with_a_retrier() throws Exception {
        service.fail(new IOException("1"), new IOException("2"));
        assertThat(new Retried(service).load(url)).isEqualTo(FlakyService.PAGE);
        service.fail(new IOException("1"), new IOException("2"), new IOException("3"), new IOException("4"));
        assertThat(new Retried(service).load(url)).isEqualTo(new Page("try later"));

        Retryable settings = Annotated.class.getMethod("load", URI.class).getAnnotation(Retryable.class);
        assertThat(settings.maxAttempts()).isEqualTo(4);
        assertThat(new Annotated(service).load(url)).isEqualTo(FlakyService.PAGE);
        assertThat(new Annotated(service).recover(new IOException("4"), url)).isEqualTo(new Page("try later"));
    }

    /** Before. */
    record Annotated(FlakyService service) {
        // snippet: annotated
        @Retryable(
                retryFor = IOException.class,
                maxAttempts = 4,
                backoff =
                        @org.springframework.retry.annotation.Backoff(
                                delay = 100,
                                multiplier = 2,
                                maxDelay = 5_000,
                                random = true))
        public Page load(URI url) throws IOException {
            return service.load(url);
        }

        @Recover
        public Page recover(IOException failure, URI url) {
            return new Page("try later");
        }
        // end snippet
    }

    /** After. */
    record Retried(FlakyService service) {
        // snippet: retried
        private static final Retrier RETRIER =
                Retrier.attempts(4).on(IOException.class).backoff("exponential base=100ms max=5s jitter=50%");

        public Page load(URI url) throws InterruptedException {
            try {
                return RETRIER.call(() -> service.load(url));
            } catch (IOException failure) {
                return new Page("try later");
            }
        }
        // end snippet
    }

    @Test
    void spring_retry_waits_by_our_schedule_and_as_long_as_the_server_asks() throws IOException {
        Sleeper sleeper = waits::add;
        // snippet: schedule
        Backoff schedule = Backoff.parse("exponential base=1s max=1m jitter=20%");
        RetryTemplate template = RetryTemplate.builder()
                .maxAttempts(4)
                .customBackoff(new ScheduledBackOff(schedule, sleeper))
                .build();
        // end snippet
        service.fail(new IOException("1"), new HttpStatusException(503, Map.of("Retry-After", List.of("20"))));

        assertThat(template.<Page, IOException>execute(context -> service.load(url)))
                .isEqualTo(FlakyService.PAGE);
        assertThat(waits).hasSize(2).last().isEqualTo(20_000L);
        assertThat(waits.get(0)).isBetween(800L, 1_200L);
    }

    // snippet: back-off-policy
    record Waiting(RetryContext call) implements BackOffContext {}

    record ScheduledBackOff(Backoff schedule, Sleeper sleeper) implements BackOffPolicy {
        @Override
        public BackOffContext start(RetryContext call) {
            return new Waiting(call);
        }

        @Override
        public void backOff(BackOffContext waiting) {
            RetryContext call = ((Waiting) waiting).call();
            Duration own = schedule.delay(call.getRetryCount());
            Duration hint = HttpFailures.hint(call.getLastThrowable(), Instant.now());
            try {
                sleeper.sleep(Math.min((hint == null || hint.compareTo(own) < 0 ? own : hint).toMillis(), 60_000));
            } catch (InterruptedException interrupt) {
                Thread.currentThread().interrupt();
                throw new BackOffInterruptedException("interrupted while waiting", interrupt);
            }
        }
    }
    // end snippet

    @Test
    void random_only_lengthens_the_delay_and_is_gone_at_the_ceiling() {
        ExponentialRandomBackOffPolicy policy = new ExponentialRandomBackOffPolicy();
        policy.setInitialInterval(1_000);
        policy.setMultiplier(2);
        policy.setMaxInterval(60_000);
        policy.setSleeper(waits::add);
        for (int i = 0; i < 1_000; i++) {
            policy.backOff(policy.start(null));
        }
        assertThat(waits).allMatch(delay -> 1_000 <= delay && delay < 2_000).anyMatch(delay -> delay > 1_800);

        BackOffContext late = policy.start(null);
        for (int i = 0; i < 100; i++) {
            policy.backOff(late);
        }
        assertThat(waits.subList(waits.size() - 50, waits.size())).containsOnly(60_000L);
    }

    @Test
    void an_interrupt_hides_the_failure_and_keeps_the_flag_and_an_interrupted_attempt_is_made_again() {
        RetryTemplate hourly =
                RetryTemplate.builder().maxAttempts(3).fixedBackoff(3_600_000).build();
        RetryTemplate atOnce =
                RetryTemplate.builder().maxAttempts(3).noBackoff().build();
        List<Integer> attempts = new ArrayList<>();

        assertThat(catchThrowable(() -> hourly.execute(context -> {
                    Thread.currentThread().interrupt();
                    throw new IOException("reset");
                })))
                .isInstanceOf(BackOffInterruptedException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(catchThrowable(() -> atOnce.execute(context -> {
                    attempts.add(1);
                    throw new InterruptedException("stop");
                })))
                .isInstanceOf(InterruptedException.class);
        assertThat(attempts).hasSize(3);
    }

    @Test
    void the_last_failure_comes_out_itself_without_the_earlier_ones_and_errors_are_not_retried() {
        RetryTemplate atOnce =
                RetryTemplate.builder().maxAttempts(3).noBackoff().build();
        List<Integer> attempts = new ArrayList<>();
        ThrowingCallable failing = () -> atOnce.execute(context -> {
            attempts.add(1);
            throw new IOException(Integer.toString(attempts.size()));
        });

        assertThat(catchThrowable(failing))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("3")
                .hasNoSuppressedExceptions();
        assertThat(catchThrowable(() -> atOnce.execute(context -> {
                    attempts.add(1);
                    throw new OutOfMemoryError("planted");
                })))
                .isInstanceOf(OutOfMemoryError.class);
        assertThat(attempts).hasSize(4);
    }

    @Test
    void a_wait_that_does_not_fit_the_timeout_is_made_all_the_same() {
        FixedBackOffPolicy hourly = new FixedBackOffPolicy();
        hourly.setBackOffPeriod(3_600_000);
        hourly.setSleeper(delay -> {
            waits.add(delay);
            throw new InterruptedException("enough seen");
        });
        RetryTemplate hasty =
                RetryTemplate.builder().withTimeout(1_000).customBackoff(hourly).build();

        assertThat(catchThrowable(() -> hasty.execute(context -> {
                    throw new IOException("reset");
                })))
                .isInstanceOf(BackOffInterruptedException.class);
        assertThat(waits).containsExactly(3_600_000L);
    }

    @Test
    void the_builder_takes_types_to_retry_or_types_not_to_retry_and_the_ceiling_is_30_seconds_unless_set() {
        assertThat(catchThrowable(() ->
                        RetryTemplate.builder().retryOn(IOException.class).notRetryOn(FileNotFoundException.class)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(new ExponentialBackOffPolicy().getMaxInterval()).isEqualTo(30_000);
    }
}
