package dev.reprise.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.backoff.Backoff;
import dev.reprise.retry.Retrier;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.BackOffExecution;

/** The code of docs/migrate/from-spring-retry.md that is about Spring 7. */
class FromSpringCoreTest {
    private final FlakyService service = new FlakyService();
    private final URI url = URI.create("http://localhost/page");

    @Test
    void before_and_after_do_the_same_but_for_the_wrapper() throws Exception {
        service.fail(new IOException("1"), new IOException("2"));
        assertThat(before()).isEqualTo(FlakyService.PAGE);
        service.fail(new IOException("1"), new IOException("2"));
        assertThat(after()).isEqualTo(FlakyService.PAGE);
        assertThat(service.calls()).isEqualTo(6);

        service.fail(new FileNotFoundException("gone"));
        assertThat(catchThrowable(this::before)).isInstanceOf(RetryException.class);
        service.fail(new FileNotFoundException("gone"));
        assertThat(catchThrowable(this::after)).isInstanceOf(FileNotFoundException.class);
        assertThat(service.calls()).isEqualTo(8);
    }

    private Page before() throws RetryException {
        // snippet: before
        RetryTemplate template = new RetryTemplate(RetryPolicy.builder()
                .includes(IOException.class)
                .excludes(FileNotFoundException.class)
                .maxRetries(3)
                .delay(Duration.ofMillis(100))
                .multiplier(2)
                .maxDelay(Duration.ofSeconds(5))
                .jitter(Duration.ofMillis(20))
                .timeout(Duration.ofSeconds(30))
                .build());
        Page page = template.execute(() -> service.load(url));
        // end snippet
        return page;
    }

    private Page after() throws IOException, InterruptedException {
        // snippet: after
        Retrier retrier = Retrier.attempts(4)
                .on(IOException.class)
                .neverOn(FileNotFoundException.class)
                .backoff("exponential base=100ms limit=5s jitter=20%")
                .timeBudget(Duration.ofSeconds(30));
        Page page = retrier.call(() -> service.load(url));
        // end snippet
        return page;
    }

    @Test
    void spring_waits_by_our_schedule_wherever_it_takes_a_back_off() throws RetryException {
        // snippet: schedule
        Backoff schedule = Backoff.parse("exponential base=10ms max=1m jitter=20%");
        BackOff backOff = () -> {
            AtomicInteger failures = new AtomicInteger();
            return () -> failures.incrementAndGet() < 4
                    ? schedule.delay(failures.get()).toMillis()
                    : BackOffExecution.STOP;
        };
        RetryTemplate template =
                new RetryTemplate(RetryPolicy.builder().backOff(backOff).build());
        // end snippet
        service.fail(new IOException("1"), new IOException("2"), new IOException("3"));
        assertThat(template.<Page>execute(() -> service.load(url))).isEqualTo(FlakyService.PAGE);
        assertThat(service.calls()).isEqualTo(4);

        BackOffExecution execution = backOff.start();
        assertThat(execution.nextBackOff()).isBetween(8L, 12L);
        assertThat(execution.nextBackOff()).isBetween(16L, 24L);
        assertThat(execution.nextBackOff()).isBetween(32L, 48L);
        assertThat(execution.nextBackOff()).isEqualTo(BackOffExecution.STOP);
    }

    @Test
    void a_back_off_of_ones_own_brings_its_own_bound() {
        assertThat(catchThrowable(() -> RetryPolicy.builder()
                        .backOff(() -> () -> 1)
                        .maxRetries(3)
                        .build()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("maxRetries");
    }
}
