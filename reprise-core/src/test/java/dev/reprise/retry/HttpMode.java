package dev.reprise.retry;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The two ways to send: each test of behaviour runs both. */
enum HttpMode {
    SYNC {
        @Override
        <T> HttpResponse<T> send(HttpRetry http, ManualTime time, HttpRequest request, BodyHandler<T> handler)
                throws IOException, InterruptedException {
            return http.send(request, handler);
        }
    },
    ASYNC {
        @Override
        <T> HttpResponse<T> send(HttpRetry http, ManualTime time, HttpRequest request, BodyHandler<T> handler)
                throws IOException, InterruptedException {
            return await(http.sendAsync(request, handler), time);
        }
    };

    private static final int POLLS = 5_000;

    abstract <T> HttpResponse<T> send(HttpRetry http, ManualTime time, HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException;

    /** Wait for a call of real exchanges, and let its waits pass. */
    static <T> T await(CompletableFuture<T> call, ManualTime time) throws IOException, InterruptedException {
        for (int i = 0; i < POLLS; i++) {
            try {
                return call.get(2, TimeUnit.MILLISECONDS);
            } catch (TimeoutException later) {
                time.runUntilIdle();
            } catch (ExecutionException failed) {
                if (failed.getCause() instanceof IOException failure) {
                    throw failure;
                }
                throw new AssertionError(failed.getCause());
            }
        }
        throw new AssertionError("the call has not ended");
    }
}
