package dev.reprise.bench.compare;

import static java.net.http.HttpResponse.BodyHandlers.ofString;

import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;

class FailsafeUsesTest extends FiveUses {

    @Override
    Page retryOnException() throws Throwable {
        // snippet: exception
        RetryPolicy<Page> policy = RetryPolicy.<Page>builder()
                .handle(IOException.class)
                .withMaxAttempts(3)
                .withBackoff(100, 10_000, ChronoUnit.MILLIS)
                .withJitter(0.2)
                .build();
        Page page = Failsafe.with(policy).get(() -> service.load(url));
        // end snippet
        return page;
    }

    @Override
    Response retryOnResult() throws Throwable {
        // snippet: result
        RetryPolicy<Response> policy = RetryPolicy.<Response>builder()
                .handleResultIf(answer -> answer.status() == 503)
                .withMaxAttempts(3)
                .withBackoff(100, 10_000, ChronoUnit.MILLIS)
                .withJitter(0.2)
                .build();
        Response response = Failsafe.with(policy).get(() -> service.get(url));
        // end snippet
        return response;
    }

    @Override
    HttpResponse<String> honourRetryAfter(HttpClient client, HttpRequest request) throws Throwable {
        // snippet: retry-after
        RetryPolicy<HttpResponse<String>> policy = RetryPolicy.<HttpResponse<String>>builder()
                .handleResultIf(answer -> answer.statusCode() == 503)
                .withMaxAttempts(3)
                .withBackoff(100, 10_000, ChronoUnit.MILLIS)
                .withDelayFn(context -> context.getLastResult() == null
                        ? null
                        : Duration.ofSeconds(context.getLastResult()
                                .headers()
                                .firstValueAsLong("Retry-After")
                                .orElse(-1)))
                .build();
        HttpResponse<String> response = Failsafe.with(policy).get(() -> client.send(request, ofString()));
        // end snippet
        return response;
    }

    @Override
    CompletableFuture<Page> retryFuture() {
        // snippet: future
        RetryPolicy<Page> policy = RetryPolicy.<Page>builder()
                .handle(IOException.class)
                .withMaxAttempts(3)
                .withBackoff(100, 10_000, ChronoUnit.MILLIS)
                .withJitter(0.2)
                .build();
        CompletableFuture<Page> page = Failsafe.with(policy).getStageAsync(() -> service.loadAsync(url));
        // end snippet
        return page;
    }

    @Override
    Page logAndTell() throws Throwable {
        // snippet: log
        RetryPolicy<Page> policy = RetryPolicy.<Page>builder()
                .abortOn(failure -> !(failure instanceof IOException))
                .withMaxAttempts(3)
                .withBackoff(100, 10_000, ChronoUnit.MILLIS)
                .withJitter(0.2)
                .onRetryScheduled(event -> log("retry in " + event.getDelay() + " after " + event.getLastException()))
                .onRetriesExceeded(event -> log("gave up: " + event.getException()))
                .onAbort(event -> log("not retryable: " + event.getException()))
                .build();
        Page page = Failsafe.with(policy).get(() -> service.load(url));
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
