package dev.reprise.bench.compare;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A service that fails as it is told, and then answers. */
final class FlakyService {
    static final Page PAGE = new Page("welcome");

    private final Queue<Exception> failures = new ConcurrentLinkedQueue<>();
    private final Queue<Integer> statuses = new ArrayDeque<>();
    private final AtomicInteger calls = new AtomicInteger();

    void fail(Exception... next) {
        failures.addAll(Arrays.asList(next));
    }

    void answer(Integer... next) {
        statuses.addAll(Arrays.asList(next));
    }

    int calls() {
        return calls.get();
    }

    Page load(URI url) throws IOException {
        calls.incrementAndGet();
        @Nullable Exception failure = failures.poll();
        if (failure instanceof IOException checked) {
            throw checked;
        }
        if (failure instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return PAGE;
    }

    Response get(URI url) {
        calls.incrementAndGet();
        @Nullable Integer status = statuses.poll();
        return new Response(status == null ? 200 : status);
    }

    CompletableFuture<Page> loadAsync(URI url) {
        try {
            return CompletableFuture.completedFuture(load(url));
        } catch (Exception failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }
}
