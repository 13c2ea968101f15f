package dev.reprise.retry;

import dev.reprise.policy.AttemptTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Follow one attempt of an asynchronous call to its end, which is whatever comes first: its stage completes, its time
 * is over, or nobody wants it any more. What comes later is not heard. True once it has ended.
 */
final class AsyncAttempt<T extends @Nullable Object> extends AtomicBoolean
        implements BiConsumer<T, @Nullable Throwable>, Runnable {
    private static final long serialVersionUID = 1;

    private final transient AsyncCall<T> owner;
    private final transient RetrierSettings settings;
    private transient volatile @Nullable CompletionStage<T> stage;
    private transient volatile @Nullable Future<?> timer;
    private transient @Nullable Duration timeout;

    AsyncAttempt(AsyncCall<T> owner, RetrierSettings settings) {
        this.owner = owner;
        this.settings = settings;
    }

    void make(Call<? extends CompletionStage<T>, ?> call, CallState state) {
        try {
            timeout = state.attemptTimeout();
            if (timeout != null) {
                timer = setTimer(timeout);
                if (timer == null) {
                    return;
                }
                // It may have ended before there was a timer to cancel.
                if (get()) {
                    timer.cancel(false);
                    return;
                }
            }
            await(Objects.requireNonNull(call.call(), "the stage that the call returned"));
        } catch (Throwable failure) {
            if (ends()) {
                owner.failed(failure);
            }
        }
    }

    /** {@return the timer, or null: nobody keeps the time any more, and so the call has ended} */
    private @Nullable Future<?> setTimer(Duration after) {
        try {
            return settings.schedule(this, after);
        } catch (RejectedExecutionException shutDown) {
            if (ends()) {
                owner.cannotGoOn(shutDown);
            }
            return null;
        }
    }

    void await(CompletionStage<T> made) {
        stage = made;
        // While the call was still making its stage. Whoever ends it from now on sees the stage.
        boolean endedBefore = get();
        try {
            made.whenComplete(this);
        } catch (Throwable brokenStage) {
            if (ends()) {
                cancelStage();
                owner.failed(brokenStage);
            }
        }
        if (endedBefore) {
            cancelStage();
        }
    }

    /** The stage has completed. */
    @Override
    public void accept(T value, @Nullable Throwable failure) {
        if (ends()) {
            owner.attemptEnded(value, failure);
        } else {
            owner.unheard(value);
        }
    }

    /** The time is over: on the timer's thread, which is nobody's to decide and to listen on. */
    @Override
    public void run() {
        settings.aside(this::timeOut);
    }

    private void timeOut() {
        if (ends()) {
            cancelStage();
            owner.failed(new AttemptTimeoutException(Objects.requireNonNull(timeout), null));
        }
    }

    void stop() {
        if (ends()) {
            cancelStage();
        }
    }

    private boolean ends() {
        if (!compareAndSet(false, true)) {
            return false;
        }
        Future<?> pending = timer;
        if (pending != null) {
            pending.cancel(false);
        }
        return true;
    }

    private void cancelStage() {
        CompletionStage<T> running = stage;
        if (running != null) {
            try {
                running.toCompletableFuture().cancel(true);
            } catch (Throwable cannotBeCancelled) {
                // Such a stage goes on by itself, and nobody hears how it ends.
            }
        }
    }
}
