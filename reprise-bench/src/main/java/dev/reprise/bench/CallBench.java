package dev.reprise.bench;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.reprise.backoff.Backoff;
import dev.reprise.retry.Retrier;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;

/** The same retries at everybody: three attempts, on {@link IOException} only, without a wait. Each is made once. */
final class CallBench {
    static final int ATTEMPTS = 3;

    private CallBench() {}

    static Retrier reprise() {
        return Retrier.attempts(ATTEMPTS).on(IOException.class).backoff(Backoff.none());
    }

    static Retry resilience4j() {
        return Retry.of(
                "bench",
                RetryConfig.custom()
                        .maxAttempts(ATTEMPTS)
                        .retryExceptions(IOException.class)
                        .intervalFunction(attempt -> 0L)
                        .build());
    }

    static FailsafeExecutor<Object> failsafe() {
        return Failsafe.with(dev.failsafe.RetryPolicy.builder()
                .withMaxAttempts(ATTEMPTS)
                .handle(IOException.class)
                .build());
    }

    static RetryTemplate spring() {
        return new RetryTemplate(RetryPolicy.builder()
                .maxRetries(ATTEMPTS - 1L)
                .includes(IOException.class)
                .delay(Duration.ZERO)
                .build());
    }

    /** After its last attempt, a loop has a failure. */
    static Exception given(@Nullable Throwable last) {
        return new IllegalStateException("the last attempt failed", Objects.requireNonNull(last));
    }
}
