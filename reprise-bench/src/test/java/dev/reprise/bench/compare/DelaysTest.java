package dev.reprise.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.failsafe.Failsafe;
import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.ReplayRandom;
import dev.reprise.http.HttpStatusException;
import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryDecision;
import dev.reprise.retry.Call;
import dev.reprise.retry.ManualTime;
import dev.reprise.retry.Retrier;
import dev.reprise.retry.RetryListener;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;

/** How long is waited: at the ceiling, for a server's hint, at the end of a time budget, and the same again. */
class DelaysTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final List<Duration> delays = new ArrayList<>();
    private int calls;

    private final Callable<Object> unreachable = () -> {
        calls++;
        throw new IOException("reset");
    };

    @Test
    void jitter_is_gone_at_the_ceiling_of_resilience4j() {
        IntervalFunction function = IntervalFunction.ofExponentialRandomBackoff(1_000, 2, 0.2, 60_000);

        assertThat(draws(() -> function.apply(10))).containsOnly(60_000L);
    }

    @Test
    void jitter_is_kept_around_the_ceiling_by_reprise_and_failsafe_and_below_it_by_spring() {
        Backoff ours = Backoff.parse("exponential base=1s max=1m jitter=20%");
        ExponentialBackOff springs = new ExponentialBackOff(1_000, 2);
        springs.setMaxInterval(60_000);
        springs.setJitter(200);
        BackOffExecution execution = springs.start();
        for (int i = 0; i < 10; i++) {
            execution.nextBackOff();
        }
        var failsafe = dev.failsafe.RetryPolicy.builder()
                .withMaxAttempts(1_000)
                .withBackoff(Duration.ofNanos(1_000), Duration.ofNanos(60_000))
                .withJitter(0.2)
                .onRetryScheduled(event -> delays.add(event.getDelay()))
                .build();
        fails(() -> Failsafe.with(failsafe).get(unreachable::call));

        assertThat(draws(() -> ours.delay(10).toMillis()))
                .allMatch(delay -> 48_000 <= delay && delay <= 72_000)
                .anyMatch(delay -> delay < 55_000)
                .anyMatch(delay -> delay > 65_000);
        assertThat(delays.subList(20, 999).stream().map(Duration::toNanos))
                .allMatch(delay -> 48_000 <= delay && delay <= 72_000)
                .anyMatch(delay -> delay < 55_000)
                .anyMatch(delay -> delay > 65_000);
        assertThat(draws(execution::nextBackOff))
                .allMatch(delay -> 48_000 <= delay && delay <= 60_000)
                .anyMatch(delay -> delay < 51_000)
                .anyMatch(delay -> delay > 57_000);
    }

    @Test
    void jitter_of_failsafe_shortens_what_its_delay_function_says() {
        var hinted = dev.failsafe.RetryPolicy.builder()
                .withMaxAttempts(100)
                .withDelayFn(context -> Duration.ofNanos(50_000))
                .withJitter(0.2)
                .onRetryScheduled(event -> delays.add(event.getDelay()))
                .build();
        fails(() -> Failsafe.with(hinted).get(unreachable::call));

        assertThat(delays).anyMatch(delay -> delay.toNanos() < 45_000);
    }

    @Test
    void a_delay_function_that_meets_a_header_it_cannot_read_replaces_the_failure() {
        var failsafe = dev.failsafe.RetryPolicy.builder()
                .withDelayFn(context -> Duration.ofSeconds(Long.parseLong("Tue, 01 Dec 2026 12:00:00 GMT")))
                .build();
        RetryConfig resilience4j = RetryConfig.custom()
                .intervalBiFunction((attempt, outcome) -> Long.parseLong("Tue, 01 Dec 2026 12:00:00 GMT"))
                .build();

        assertThat(catchThrowable(() -> Failsafe.with(failsafe).get(unreachable::call)))
                .isInstanceOf(NumberFormatException.class);
        assertThat(catchThrowable(() -> Retry.of("x", resilience4j).executeCallable(unreachable)))
                .isInstanceOf(NumberFormatException.class);
    }

    @Test
    void a_header_that_nobody_can_read_is_no_hint_to_reprise() {
        List<Duration> found = new ArrayList<>();
        Call<Object, HttpStatusException> busy = () -> {
            throw new HttpStatusException(503, Map.of("Retry-After", List.of("soon")));
        };

        fails(() -> telling(Retrier.attempts(2).backoff("constant 3s"), found).call(busy));

        assertThat(found).containsExactly(Duration.ofSeconds(3));
    }

    @Test
    void a_wait_that_does_not_fit_the_time_budget_is_refused_by_reprise_and_spring() throws InterruptedException {
        Retrier ours = Retrier.attempts(3).backoff("constant 1h").patience(HOUR).timeBudget(SECOND);
        RetryTemplate springs = new RetryTemplate(
                RetryPolicy.builder().delay(HOUR).timeout(SECOND).build());

        assertThat(ours.tryCall(unreachable::call).reason()).isEqualTo(FailReason.DEADLINE);
        assertThat(calls).isEqualTo(1);
        assertThat(catchThrowable(() -> springs.execute(unreachable::call)))
                .isInstanceOf(RetryException.class)
                .hasMessageContaining("would exceed timeout");
        assertThat(calls).isEqualTo(2);
    }

    @Test
    void a_wait_that_does_not_fit_the_time_budget_is_shortened_by_failsafe() {
        var failsafe = dev.failsafe.RetryPolicy.builder()
                .withMaxAttempts(-1)
                .withDelayFn(context -> HOUR)
                .withMaxDuration(SECOND)
                .onRetryScheduled(event -> delays.add(event.getDelay()))
                .build();
        fails(() -> Failsafe.with(failsafe).get(unreachable::call));

        assertThat(calls).isGreaterThan(1);
        assertThat(delays).isNotEmpty().allMatch(delay -> delay.compareTo(SECOND) <= 0);
    }

    @Test
    void reprise_replays_its_delays_and_explains_them() {
        List<Duration> first = delaysOf(ReplayRandom.of("orders"));
        List<Duration> second = delaysOf(ReplayRandom.of("orders"));

        assertThat(first).hasSize(2).isEqualTo(second);
    }

    @Test
    void no_setting_of_the_others_takes_a_source_of_randomness_or_a_budget_of_retries() {
        Stream<Method> settings = Stream.of(
                        RetryConfig.Builder.class,
                        IntervalFunction.class,
                        dev.failsafe.RetryPolicyBuilder.class,
                        RetryPolicy.Builder.class,
                        ExponentialBackOff.class)
                .flatMap(type -> Arrays.stream(type.getMethods()));

        assertThat(settings)
                .isNotEmpty()
                .noneMatch(method ->
                        Arrays.stream(method.getParameterTypes()).anyMatch(RandomGenerator.class::isAssignableFrom))
                .noneMatch(method -> method.getName().matches(".*([Bb]udget|[Tt]oken).*"));
    }

    private List<Duration> delaysOf(RandomGenerator random) {
        List<Duration> found = new ArrayList<>();
        fails(() -> telling(Retrier.defaults().random(random), found).call(unreachable::call));
        return found;
    }

    /** Lets no time pass, and tells the delays, each of which must be explained. */
    private static Retrier telling(Retrier retrier, List<Duration> found) {
        return retrier.time(new ManualTime()).listen(new RetryListener() {
            @Override
            public void retryScheduled(int attempt, Throwable failure, RetryDecision.Retry decision) {
                found.add(decision.delay());
                assertThat(decision.explain().toString()).contains("attempt " + attempt + " of ", "curve", "wait");
            }
        });
    }

    private static void fails(ThrowingCallable call) {
        assertThat(catchThrowable(call)).isNotNull();
    }

    private static List<Long> draws(LongSupplier source) {
        return LongStream.generate(source).limit(1_000).boxed().toList();
    }
}
