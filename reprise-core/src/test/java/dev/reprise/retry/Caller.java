package dev.reprise.retry;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What makes calls: a {@link Retrier} or a {@link ResultRetrier}. */
interface Caller<T extends @Nullable Object> {
    T call(Call<T, ?> attempt) throws Throwable;

    Call<T, ?> wrap(Call<T, ?> attempt);

    RetryResult<T> tryCall(Call<T, ?> attempt) throws InterruptedException;

    CompletableFuture<T> callAsync(Call<? extends CompletionStage<T>, ?> attempt);

    static <T extends @Nullable Object> Caller<T> of(Retrier retrier) {
        return new Caller<>() {
            @Override
            public T call(Call<T, ?> attempt) throws Throwable {
                return retrier.call(attempt);
            }

            @Override
            public Call<T, ?> wrap(Call<T, ?> attempt) {
                return retrier.wrap(attempt);
            }

            @Override
            public RetryResult<T> tryCall(Call<T, ?> attempt) throws InterruptedException {
                return retrier.tryCall(attempt);
            }

            @Override
            public CompletableFuture<T> callAsync(Call<? extends CompletionStage<T>, ?> attempt) {
                return retrier.callAsync(attempt);
            }
        };
    }

    static <T extends @Nullable Object> Caller<T> of(ResultRetrier<T> retrier) {
        return new Caller<>() {
            @Override
            public T call(Call<T, ?> attempt) throws Throwable {
                return retrier.call(attempt);
            }

            @Override
            public Call<T, ?> wrap(Call<T, ?> attempt) {
                return retrier.wrap(attempt);
            }

            @Override
            public RetryResult<T> tryCall(Call<T, ?> attempt) throws InterruptedException {
                return retrier.tryCall(attempt);
            }

            @Override
            public CompletableFuture<T> callAsync(Call<? extends CompletionStage<T>, ?> attempt) {
                return retrier.callAsync(attempt);
            }
        };
    }
}
