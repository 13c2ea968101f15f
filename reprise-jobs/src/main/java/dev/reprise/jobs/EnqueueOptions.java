package dev.reprise.jobs;

import dev.reprise.policy.RetryPolicy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Set what one job has of its own. Immutable: every method returns a changed copy.
 *
 * <table>
 * <caption>Settings</caption>
 * <tr><th>setting</th><th>default</th><th>allowed</th></tr>
 * <tr><td>{@link #after}, {@link #at}</td><td>due at once</td><td>zero or more; any instant</td></tr>
 * <tr><td>{@link #priority}</td><td>0</td><td>-10000 to 10000 minutes of head start</td></tr>
 * <tr><td>{@link #queue}</td><td>the type's</td><td>a name</td></tr>
 * <tr><td>{@link #key}</td><td>none</td><td>1 to 500 characters</td></tr>
 * <tr><td>{@link #idempotencyKey}</td><td>none; kept 24 h</td><td>1 to 500 characters</td></tr>
 * <tr><td>{@link #tags}</td><td>none</td><td>at most 20, of 1 to 100 characters</td></tr>
 * <tr><td>{@link #policy}</td><td>the type's</td><td>any</td></tr>
 * <tr><td>{@link #deadline}</td><td>the policy's time budget</td><td>above zero; any instant</td></tr>
 * <tr><td>{@link #timeout}</td><td>the type's</td><td>above zero</td></tr>
 * </table>
 */
public final class EnqueueOptions {
    /** How long an idempotency key is remembered unless the call says otherwise. */
    public static final Duration IDEMPOTENCY_WINDOW = Duration.ofHours(24);

    private static final EnqueueOptions DEFAULTS = new EnqueueOptions(new Draft());
    private static final int MAX_PRIORITY = 10_000;
    private static final int MAX_KEY = 500;
    private static final int MAX_TAGS = 20;
    private static final int MAX_TAG = 100;

    private final Draft draft;

    private EnqueueOptions(Draft draft) {
        this.draft = draft;
    }

    /**
     * Take every default.
     *
     * @return options of a job that is due at once
     */
    public static EnqueueOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Set how long after the enqueue the job is due, by the store's clock.
     *
     * @param delay zero or more
     * @return a changed copy; an instant that was set is forgotten
     * @throws IllegalArgumentException if the delay is negative
     */
    public EnqueueOptions after(Duration delay) {
        Draft next = draft.copy();
        next.due = When.after(Delays.notNegative("after", delay));
        return new EnqueueOptions(next);
    }

    /**
     * Set when the job is due.
     *
     * @param instant compared with the store's clock; one that has passed means at once, ahead of younger jobs
     * @return a changed copy; a delay that was set is forgotten
     */
    public EnqueueOptions at(Instant instant) {
        Draft next = draft.copy();
        next.due = When.at(Objects.requireNonNull(instant, "at"));
        return new EnqueueOptions(next);
    }

    /**
     * Set the head start over other jobs of the same queue. Bounded, so that nothing starves: a job waits at most that much
     * longer than one without.
     *
     * @param minutes -10000 to 10000: how many minutes earlier it counts as due when jobs are put in order
     * @return a changed copy
     * @throws IllegalArgumentException if the number is outside this range
     */
    public EnqueueOptions priority(int minutes) {
        if (minutes < -MAX_PRIORITY || minutes > MAX_PRIORITY) {
            throw new IllegalArgumentException("priority: " + minutes + " is not from -10000 to 10000");
        }
        Draft next = draft.copy();
        next.priority = minutes;
        return new EnqueueOptions(next);
    }

    /**
     * Set the queue.
     *
     * @param queue spelled as a type's name
     * @return a changed copy
     * @throws IllegalArgumentException if the name is none
     */
    public EnqueueOptions queue(String queue) {
        Draft next = draft.copy();
        next.queue = Names.check("queue", queue);
        return new EnqueueOptions(next);
    }

    /**
     * Allow one job of this type with this key while it is active: not yet succeeded, failed, cancelled or crashed.
     *
     * @param key 1 to 500 characters, no NUL
     * @return a changed copy
     * @throws IllegalArgumentException if the key is not allowed
     */
    public EnqueueOptions key(String key) {
        Draft next = draft.copy();
        next.key = new KeyWish(checkText("key", key, MAX_KEY), null);
        return new EnqueueOptions(next);
    }

    /**
     * Allow one job of this type with this key within a time that counts from the first enqueue, whatever became of the job.
     *
     * @param key 1 to 500 characters, no NUL
     * @param window above zero
     * @return a changed copy
     * @throws IllegalArgumentException if key or window is not allowed
     */
    public EnqueueOptions key(String key, Duration window) {
        Draft next = draft.copy();
        next.key = new KeyWish(checkText("key", key, MAX_KEY), Delays.aboveZero("window", window));
        return new EnqueueOptions(next);
    }

    /**
     * Name the request that this call makes, so that making it again returns the same job, for 24 hours.
     *
     * @param key 1 to 500 characters, no NUL; jobs of different types never share one
     * @return a changed copy
     * @throws IllegalArgumentException if the key is not allowed
     */
    public EnqueueOptions idempotencyKey(String key) {
        return idempotencyKey(key, IDEMPOTENCY_WINDOW);
    }

    /**
     * Name the request that this call makes, so that making it again returns the same job.
     *
     * @param key 1 to 500 characters, no NUL
     * @param window how long it is remembered, above zero; independent of how long the job is kept
     * @return a changed copy
     * @throws IllegalArgumentException if key or window is not allowed
     */
    public EnqueueOptions idempotencyKey(String key, Duration window) {
        Draft next = draft.copy();
        next.idempotencyKey =
                new KeyWish(checkText("idempotencyKey", key, MAX_KEY), Delays.aboveZero("window", window));
        return new EnqueueOptions(next);
    }

    /**
     * Tag the job: stored with it and shown by {@link Job#tags}; no search uses them. Replaces what was set.
     *
     * @param tags at most 20, each of 1 to 100 characters, no NUL
     * @return a changed copy
     * @throws IllegalArgumentException if there are too many, or one is not allowed
     */
    public EnqueueOptions tags(String... tags) {
        if (Objects.requireNonNull(tags, "tags").length > MAX_TAGS) {
            throw new IllegalArgumentException("tags: " + tags.length + " are more than " + MAX_TAGS);
        }
        Draft next = draft.copy();
        next.tags = List.of(tags);
        next.tags.forEach(tag -> checkText("tags", tag, MAX_TAG));
        return new EnqueueOptions(next);
    }

    /**
     * Give this job a policy of its own, stored with it. Its {@code retryOn} and {@code neverOn}, which have no text form, are
     * taken from the type of the worker that runs it. What is due after a crash is reckoned by the stored policy in any case.
     *
     * @param policy wins over the type's
     * @return a changed copy
     */
    public EnqueueOptions policy(RetryPolicy policy) {
        Draft next = draft.copy();
        next.policy = Objects.requireNonNull(policy, "policy");
        return new EnqueueOptions(next);
    }

    /**
     * Set after how long no attempt may start any more ({@code scheduleToClose}).
     *
     * @param afterEnqueue above zero; the policy's time budget if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the time is not above zero
     */
    public EnqueueOptions deadline(Duration afterEnqueue) {
        Draft next = draft.copy();
        next.deadline = When.after(Delays.aboveZero("deadline", afterEnqueue));
        return new EnqueueOptions(next);
    }

    /**
     * Set after which instant no attempt may start any more ({@code scheduleToClose}).
     *
     * @param instant compared with the store's clock
     * @return a changed copy
     */
    public EnqueueOptions deadline(Instant instant) {
        Draft next = draft.copy();
        next.deadline = When.at(Objects.requireNonNull(instant, "deadline"));
        return new EnqueueOptions(next);
    }

    /**
     * Set how long one attempt may take ({@code startToClose}). Wins over the type's and the handler's.
     *
     * @param timeout above zero; the type's if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the time-out is not above zero
     */
    public EnqueueOptions timeout(Duration timeout) {
        Draft next = draft.copy();
        next.timeout = Delays.aboveZero("timeout", timeout);
        return new EnqueueOptions(next);
    }

    /** {@return when the job is due} */
    public When due() {
        return draft.due;
    }

    /** {@return the head start, in minutes} */
    public int priority() {
        return draft.priority;
    }

    /** {@return the queue, or null: the type's} */
    public @Nullable String queue() {
        return draft.queue;
    }

    /** {@return the unique key, or null} */
    public @Nullable KeyWish key() {
        return draft.key;
    }

    /** {@return the idempotency key, or null} */
    public @Nullable KeyWish idempotencyKey() {
        return draft.idempotencyKey;
    }

    /** {@return the tags} */
    public List<String> tags() {
        return draft.tags;
    }

    /** {@return the job's own policy, or null: the type's} */
    public @Nullable RetryPolicy policy() {
        return draft.policy;
    }

    /** {@return the deadline, or null: the policy's time budget} */
    public @Nullable When deadline() {
        return draft.deadline;
    }

    /** {@return the attempt time-out, or null: the type's} */
    public @Nullable Duration timeout() {
        return draft.timeout;
    }

    private static String checkText(String name, String text, int most) {
        if (Objects.requireNonNull(text, name).isEmpty() || text.length() > most || text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    name + ": " + text.length() + " characters; allowed are 1 to " + most + ", without NUL");
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException(name + ": has an unpaired surrogate, which no database keeps");
        }
        return text;
    }

    /**
     * A key, and how long it is taken.
     *
     * @param name the key itself
     * @param window from the first enqueue, or null: while the job is active
     */
    public record KeyWish(String name, @Nullable Duration window) {
        /** {@inheritDoc} */
        public KeyWish {
            Objects.requireNonNull(name, "name");
        }
    }

    private static final class Draft implements Cloneable {
        private When due = When.NOW;
        private int priority;
        private @Nullable String queue;
        private @Nullable KeyWish key;
        private @Nullable KeyWish idempotencyKey;
        private List<String> tags = List.of();
        private @Nullable RetryPolicy policy;
        private @Nullable When deadline;
        private @Nullable Duration timeout;

        private Draft copy() {
            try {
                return (Draft) clone();
            } catch (CloneNotSupportedException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }
}
