package dev.reprise.bench.compare;

import static java.net.http.HttpResponse.BodyHandlers.ofString;

import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

class Resilience4jUsesTest extends FiveUses {

    @Override
    Page retryOnException() throws Throwable {
        // snippet: exception
        Retry retry = Retry.of(
                "load",
                RetryConfig.custom()
                        .maxAttempts(3)
                        .retryExceptions(IOException.class)
                        .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(100, 2, 0.2))
                        .build());
        Page page = retry.executeCallable(() -> service.load(url));
        // end snippet
        return page;
    }

    @Override
    Response retryOnResult() throws Throwable {
        // snippet: result
        Retry retry = Retry.of(
                "get",
                RetryConfig.<Response>custom()
                        .maxAttempts(3)
                        .retryOnResult(answer -> answer.status() == 503)
                        .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(100, 2, 0.2))
                        .build());
        Response response = retry.executeCallable(() -> service.get(url));
        // end snippet
        return response;
    }

    @Override
    HttpResponse<String> honourRetryAfter(HttpClient client, HttpRequest request) throws Throwable {
        // snippet: retry-after
        IntervalFunction backoff = IntervalFunction.ofExponentialRandomBackoff(100, 2, 0.2);
        Retry retry = Retry.of(
                "send",
                RetryConfig.<HttpResponse<String>>custom()
                        .maxAttempts(3)
                        .retryOnResult(answer -> answer.statusCode() == 503)
                        .intervalBiFunction((attempt, outcome) -> Math.max(
                                backoff.apply(attempt),
                                outcome.fold(
                                        failure -> 0L,
                                        answer -> 1000
                                                * answer.headers()
                                                        .firstValueAsLong("Retry-After")
                                                        .orElse(0))))
                        .build());
        HttpResponse<String> response = retry.executeCallable(() -> client.send(request, ofString()));
        // end snippet
        return response;
    }

    @Override
    CompletableFuture<Page> retryFuture() {
        // snippet: future
        ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
        Retry retry = Retry.of(
                "load",
                RetryConfig.custom()
                        .maxAttempts(3)
                        .retryExceptions(IOException.class)
                        .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(100, 2, 0.2))
                        .build());
        CompletableFuture<Page> page = retry.executeCompletionStage(scheduler, () -> service.loadAsync(url))
                .toCompletableFuture();
        // end snippet
        return page.whenComplete((value, failure) -> scheduler.shutdown());
    }

    @Override
    Page logAndTell() throws Throwable {
        // snippet: log
        Retry retry = Retry.of(
                "load",
                RetryConfig.custom()
                        .maxAttempts(3)
                        .retryExceptions(IOException.class)
                        .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(100, 2, 0.2))
                        .build());
        retry.getEventPublisher()
                .onRetry(event -> log("retry in " + event.getWaitInterval() + " after " + event.getLastThrowable()))
                .onError(event -> log("gave up: " + event.getLastThrowable()))
                .onIgnoredError(event -> log("not retryable: " + event.getLastThrowable()));
        Page page = retry.executeCallable(() -> service.load(url));
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
