package dev.reprise.retry;

import dev.reprise.policy.RetryDecision.Retry;
import java.net.http.HttpResponse;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Release the bodies of answers that nobody reads, so that their connections are free or closed. */
final class HttpAnswers {
    /** Releases an answer when its retry is decided, which is before the wait. */
    static final RetryListener RELEASE = new RetryListener() {
        @Override
        public void retryScheduled(int attempt, Throwable failure, Retry decision) {
            releaseRejected(failure);
        }
    };

    private HttpAnswers() {}

    static void releaseRejected(Throwable failure) {
        if (failure instanceof RejectedResult rejected) {
            release(rejected.result());
        }
    }

    static void release(@Nullable Object answer) {
        try {
            Object body = answer instanceof HttpResponse<?> response ? response.body() : null;
            if (body instanceof AutoCloseable open) {
                open.close();
            } else if (body instanceof Flow.Publisher<?> publisher) {
                publisher.subscribe(new Canceller<>());
            }
        } catch (Exception given) {
            // What cannot be released is the handler's own; the call goes on.
        }
    }

    private static final class Canceller<T> implements Flow.Subscriber<T> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.cancel();
        }

        @Override
        public void onNext(T item) {}

        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onComplete() {}
    }
}
