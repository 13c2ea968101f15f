package dev.reprise.bench.compare;

import static java.net.http.HttpResponse.BodyHandlers.ofString;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryListener;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryState;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.core.retry.Retryable;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.FixedBackOff;

class SpringUsesTest extends FiveUses {

    @Override
    Page retryOnException() throws Throwable {
        // snippet: exception
        RetryTemplate template = new RetryTemplate(RetryPolicy.builder()
                .includes(IOException.class)
                .maxRetries(2)
                .delay(Duration.ofMillis(100))
                .multiplier(2)
                .jitter(Duration.ofMillis(20))
                .build());
        Page page = template.execute(() -> service.load(url));
        // end snippet
        return page;
    }

    @Override
    Response retryOnResult() throws Throwable {
        // snippet: result
        RetryTemplate template = new RetryTemplate(RetryPolicy.builder()
                .maxRetries(2)
                .delay(Duration.ofMillis(100))
                .multiplier(2)
                .jitter(Duration.ofMillis(20))
                .build());
        Response response = template.execute(() -> {
            Response answer = service.get(url);
            if (answer.status() == 503) {
                throw new IllegalStateException("status 503");
            }
            return answer;
        });
        // end snippet
        return response;
    }

    @Override
    HttpResponse<String> honourRetryAfter(HttpClient client, HttpRequest request) throws Throwable {
        // snippet: retry-after
        AtomicLong hint = new AtomicLong();
        RetryTemplate template = new RetryTemplate(RetryPolicy.builder()
                .backOff(() -> {
                    BackOffExecution own = new FixedBackOff(100, 2).start();
                    return () -> {
                        long delay = own.nextBackOff();
                        return delay == BackOffExecution.STOP ? delay : Math.max(delay, hint.getAndSet(0) * 1000);
                    };
                })
                .build());
        HttpResponse<String> response = template.execute(() -> {
            HttpResponse<String> answer = client.send(request, ofString());
            if (answer.statusCode() == 503) {
                hint.set(answer.headers().firstValueAsLong("Retry-After").orElse(0));
                throw new IllegalStateException("status 503");
            }
            return answer;
        });
        // end snippet
        return response;
    }

    @Override
    CompletableFuture<Page> retryFuture() {
        // snippet: future
        RetryTemplate template = new RetryTemplate(RetryPolicy.builder()
                .includes(IOException.class)
                .maxRetries(2)
                .delay(Duration.ofMillis(100))
                .multiplier(2)
                .jitter(Duration.ofMillis(20))
                .build());
        CompletableFuture<Page> page = CompletableFuture.supplyAsync(
                () -> template.invoke(() -> service.loadAsync(url).join()));
        // end snippet
        return page;
    }

    @Override
    Page logAndTell() throws Throwable {
        // snippet: log
        RetryPolicy policy = RetryPolicy.builder()
                .includes(IOException.class)
                .maxRetries(2)
                .delay(Duration.ofMillis(100))
                .multiplier(2)
                .jitter(Duration.ofMillis(20))
                .build();
        RetryTemplate template = new RetryTemplate(policy);
        template.setRetryListener(new RetryListener() {
            @Override
            public void beforeRetry(RetryPolicy policy, Retryable<?> call, RetryState state) {
                log("retry after " + state.getLastException());
            }

            @Override
            public void onRetryPolicyExhaustion(RetryPolicy policy, Retryable<?> call, RetryException end) {
                log((policy.shouldRetry(end.getCause()) ? "gave up: " : "not retryable: ") + end.getCause());
            }
        });
        Page page = template.execute(() -> service.load(url));
        // end snippet
        return page;
    }

    @Override
    String gaveUp() {
        return "gave up";
    }

    @Override
    String notRetryable() {
        return "not retryable";
    }
}
