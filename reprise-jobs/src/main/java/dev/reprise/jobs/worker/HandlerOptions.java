package dev.reprise.jobs.worker;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobContext;
import dev.reprise.policy.RetryClassifier;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Set what belongs to a handler besides its function. Immutable: every method returns a changed copy.
 *
 * <p>Hooks run after the ending is committed, at most once each, on threads of their own, for 3 s at most: then they are
 * interrupted. What they throw is logged and changes nothing. A worker that dies between the commit and the hook does not
 * call it.
 *
 * <table>
 * <caption>Settings</caption>
 * <tr><th>setting</th><th>default</th><th>allowed</th></tr>
 * <tr><td>{@link #classifier(RetryClassifier)}</td><td>none: the policy decides</td><td>any</td></tr>
 * <tr><td>{@link #timeout(Duration)}</td><td>none</td><td>above zero</td></tr>
 * <tr><td>{@link #onSuccess(SuccessHook)}</td><td>none</td><td>any</td></tr>
 * <tr><td>{@link #onExhausted(ExhaustedHook)}</td><td>none</td><td>any</td></tr>
 * <tr><td>{@link #onCancel(CancelHook)}</td><td>none</td><td>any</td></tr>
 * </table>
 */
public final class HandlerOptions {
    static final HandlerOptions DEFAULTS = new HandlerOptions(null, null, null, null, null);

    private final @Nullable RetryClassifier classifier;
    private final @Nullable Duration timeout;
    private final @Nullable SuccessHook onSuccess;
    private final @Nullable ExhaustedHook onExhausted;
    private final @Nullable CancelHook onCancel;

    private HandlerOptions(
            @Nullable RetryClassifier classifier,
            @Nullable Duration timeout,
            @Nullable SuccessHook onSuccess,
            @Nullable ExhaustedHook onExhausted,
            @Nullable CancelHook onCancel) {
        this.classifier = classifier;
        this.timeout = timeout;
        this.onSuccess = onSuccess;
        this.onExhausted = onExhausted;
        this.onCancel = onCancel;
    }

    /**
     * Set who looks at a failure before the policy does.
     *
     * @param classifier may override kind and delay; called by many threads at once
     * @return a changed copy
     */
    public HandlerOptions classifier(RetryClassifier classifier) {
        Objects.requireNonNull(classifier, "classifier");
        return new HandlerOptions(classifier, timeout, onSuccess, onExhausted, onCancel);
    }

    /**
     * Set how long an attempt may take if neither its type nor its enqueue call says so ({@code startToClose}).
     *
     * @param timeout above zero; at its end the handler is asked to stop, 30 s later interrupted, 10 s later given up
     * @return a changed copy
     * @throws IllegalArgumentException if the time-out is not above zero
     */
    public HandlerOptions timeout(Duration timeout) {
        Checks.aboveZero("timeout", timeout);
        return new HandlerOptions(classifier, timeout, onSuccess, onExhausted, onCancel);
    }

    /**
     * Set what is told of a success.
     *
     * @param hook called with the job as it ended
     * @return a changed copy
     */
    public HandlerOptions onSuccess(SuccessHook hook) {
        return new HandlerOptions(classifier, timeout, Objects.requireNonNull(hook, "hook"), onExhausted, onCancel);
    }

    /**
     * Set what is told of a job that is given up: every FAILED and every CRASHED that this worker writes, also for a deadline that
     * passed while the job waited, or a lease that lapsed under another worker.
     *
     * @param hook called with the job as it ended
     * @return a changed copy
     */
    public HandlerOptions onExhausted(ExhaustedHook hook) {
        return new HandlerOptions(classifier, timeout, onSuccess, Objects.requireNonNull(hook, "hook"), onCancel);
    }

    /**
     * Set what is told of a job that was cancelled while it ran. Of one that was cancelled while it waited, nobody is told.
     *
     * @param hook called with the job as it ended
     * @return a changed copy
     */
    public HandlerOptions onCancel(CancelHook hook) {
        return new HandlerOptions(classifier, timeout, onSuccess, onExhausted, Objects.requireNonNull(hook, "hook"));
    }

    @Nullable
    RetryClassifier classifier() {
        return classifier;
    }

    @Nullable
    Duration timeout() {
        return timeout;
    }

    @Nullable
    SuccessHook onSuccess() {
        return onSuccess;
    }

    @Nullable
    ExhaustedHook onExhausted() {
        return onExhausted;
    }

    @Nullable
    CancelHook onCancel() {
        return onCancel;
    }

    /** Hear of a success. */
    @FunctionalInterface
    public interface SuccessHook {
        /**
         * Hear of it.
         *
         * @param job the job as it ended
         * @param value what the handler gave to {@link Ending#done(Object)}, or null
         * @throws Exception is logged
         */
        void onSuccess(Job job, @Nullable Object value) throws Exception;
    }

    /** Hear of a job that is given up. */
    @FunctionalInterface
    public interface ExhaustedHook {
        /**
         * Hear of it.
         *
         * @param job the job as it ended; its outcome says why
         * @param failure what the last attempt threw here, or null if none did: an {@link Ending#exit exit}, a deadline that
         *     passed while the job waited, a worker that died
         * @throws Exception is logged
         */
        void onExhausted(Job job, @Nullable Throwable failure) throws Exception;
    }

    /** Hear of a cancel that reached a running job. {@link JobContext#onCancel} is where a handler hears of it in time. */
    @FunctionalInterface
    public interface CancelHook {
        /**
         * Hear of it.
         *
         * @param job the job as it ended
         * @throws Exception is logged
         */
        void onCancel(Job job) throws Exception;
    }
}
