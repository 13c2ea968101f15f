package dev.reprise.policy;

import dev.reprise.backoff.Backoff;
import dev.reprise.internal.Nanos;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Bound the retries of one kind of work: a schedule and the limits around it.
 *
 * <p>An immutable value, checked once when it is made. The defaults:
 *
 * <table>
 * <caption>Settings</caption>
 * <tr><th>setting</th><th>default</th><th>allowed</th></tr>
 * <tr><td>{@link #kind}</td><td>TRANSIENT</td><td>TRANSIENT, INDEFINITE, NON_RETRYABLE</td></tr>
 * <tr><td>{@link #maxAttempts}</td><td>3</td><td>1 to 32766, the first included; or {@link #maxRetries}</td></tr>
 * <tr><td>{@link #retryOn}</td><td>every Exception</td><td>types that are retried</td></tr>
 * <tr><td>{@link #neverOn}</td><td>none</td><td>types that never are; wins over everything</td></tr>
 * <tr><td>{@link #timeBudget}</td><td>none</td><td>above zero</td></tr>
 * <tr><td>{@link #backoff}</td><td>{@code exponential base=5s limit=1h jitter=20%}</td><td>any schedule</td></tr>
 * <tr><td>{@link #minDelay}</td><td>unset</td><td>zero to {@code maxDelay}</td></tr>
 * <tr><td>{@link #maxDelay}</td><td>1d</td><td>above zero</td></tr>
 * <tr><td>{@link #hintMode}</td><td>AT_LEAST</td><td>AT_LEAST, EXACT</td></tr>
 * <tr><td>{@link #hintSpread}</td><td>0</td><td>0 to 1, only with AT_LEAST</td></tr>
 * </table>
 */
public final class RetryPolicy {
    private static final RetryPolicy DEFAULTS = new RetryPolicy(new PolicyDraft(SettingNames.CODE));

    private final RetryKind kind;
    private final int maxAttempts;
    private final @Nullable String attemptsSetBy;
    private final List<Class<? extends Throwable>> retryOn;
    private final List<Class<? extends Throwable>> neverOn;
    private final @Nullable Duration timeBudget;
    private final Backoff backoff;
    private final @Nullable Duration minDelay;
    private final Duration maxDelay;
    private final HintMode hintMode;
    private final double hintSpread;
    private final long floorNanos;
    private final long boundNanos;

    RetryPolicy(PolicyDraft draft) {
        draft.check();
        kind = draft.kind;
        maxAttempts = draft.maxAttempts;
        attemptsSetBy = draft.attemptsSetBy;
        retryOn = draft.retryOn;
        neverOn = draft.neverOn;
        timeBudget = draft.timeBudget;
        backoff = draft.backoff;
        minDelay = draft.minDelay;
        maxDelay = draft.maxDelay;
        hintMode = draft.hintMode;
        hintSpread = draft.hintSpread;
        floorNanos = minDelay == null ? 0 : Nanos.of(minDelay);
        boundNanos = Nanos.of(maxDelay);
    }

    /**
     * Take every default.
     *
     * @return three attempts, each Exception retried on the default schedule
     */
    public static RetryPolicy defaults() {
        return DEFAULTS;
    }

    /**
     * Allow so many attempts, the first included, and take every other default.
     *
     * @param maxAttempts 1 to 32766
     * @return a policy whose {@link #maxRetries} can no longer be set
     * @throws IllegalArgumentException if the number is outside this range
     */
    public static RetryPolicy attempts(int maxAttempts) {
        return DEFAULTS.maxAttempts(maxAttempts);
    }

    /**
     * Read the text form: {@code [transient|indefinite|never] [attempts=N|retries=N] [budget=D] [floor=D] [bound=D]
     * [hint=atleast|exact] [spread=P%] SCHEDULE}, the settings in any order, the schedule last.
     *
     * @param text the words, separated by blanks
     * @return the policy; {@link #retryOn} and {@link #neverOn} have no text form and take their defaults
     * @throws IllegalArgumentException if a word is unknown (the message names the nearest known one) or given twice, or
     *     a value is not allowed
     * @throws IllegalStateException if two settings contradict each other
     */
    public static RetryPolicy parse(String text) {
        return new RetryPolicy(PolicyText.parse(Objects.requireNonNull(text, "text")));
    }

    /**
     * Set what stops the retries.
     *
     * @param kind TRANSIENT if not set
     * @return a changed copy
     */
    public RetryPolicy kind(RetryKind kind) {
        Objects.requireNonNull(kind, "kind");
        return with(draft -> draft.kind = kind);
    }

    /**
     * Set how many attempts are allowed, the first included.
     *
     * @param maxAttempts 1 to 32766; 3 if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the number is outside this range
     * @throws IllegalStateException if {@link #maxRetries} was set
     */
    public RetryPolicy maxAttempts(int maxAttempts) {
        return with(draft -> draft.maxAttempts(maxAttempts));
    }

    /**
     * Set how many retries are allowed: the attempts after the first.
     *
     * @param maxRetries 0 to 32765; 2 if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the number is outside this range
     * @throws IllegalStateException if {@link #maxAttempts} was set
     */
    public RetryPolicy maxRetries(int maxRetries) {
        return with(draft -> draft.maxRetries(maxRetries));
    }

    /**
     * Set which types of failure are retried; others fail, unless a classifier speaks for them. Replaces what was set.
     *
     * @param types every Exception if not set; an empty list leaves all to the classifier. A wrapper such as
     *     {@link java.util.concurrent.CompletionException} counts as what is inside, too
     * @return a changed copy
     * @throws IllegalArgumentException if a type is an interrupt, a cancellation or an error of the JVM
     */
    public RetryPolicy retryOn(List<Class<? extends Throwable>> types) {
        List<Class<? extends Throwable>> copy = List.copyOf(Objects.requireNonNull(types, "types"));
        return with(draft -> draft.retryOn = copy);
    }

    /**
     * Set which types of failure are retried, as {@link #retryOn(List)} does.
     *
     * @param types one type or more
     * @return a changed copy
     * @throws IllegalArgumentException if a type is an interrupt, a cancellation or an error of the JVM
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // The array is copied, never written.
    public final RetryPolicy retryOn(Class<? extends Throwable>... types) {
        return retryOn(List.of(Objects.requireNonNull(types, "types")));
    }

    /**
     * Set which types of failure are never retried, whatever a classifier says. Replaces what was set.
     *
     * @param types none if not set; a wrapper counts as what is inside, too
     * @return a changed copy
     */
    public RetryPolicy neverOn(List<Class<? extends Throwable>> types) {
        List<Class<? extends Throwable>> copy = List.copyOf(Objects.requireNonNull(types, "types"));
        return with(draft -> draft.neverOn = copy);
    }

    /**
     * Set which types of failure are never retried, as {@link #neverOn(List)} does.
     *
     * @param types one type or more
     * @return a changed copy
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // The array is copied, never written.
    public final RetryPolicy neverOn(Class<? extends Throwable>... types) {
        return neverOn(List.of(Objects.requireNonNull(types, "types")));
    }

    /**
     * Set after how long no attempt may start any more, whatever the kind; who runs the work applies it.
     *
     * @param timeBudget above zero; unlimited if not set. Counted from the first attempt of a call, from the enqueue of
     *     a job
     * @return a changed copy
     * @throws IllegalArgumentException if the budget is not above zero
     */
    public RetryPolicy timeBudget(Duration timeBudget) {
        Objects.requireNonNull(timeBudget, "timeBudget");
        return with(draft -> draft.timeBudget = timeBudget);
    }

    /**
     * Set the schedule.
     *
     * @param backoff {@code exponential base=5s limit=1h jitter=20%} if not set; a decision always draws from its
     *     {@link AttemptState#random}, never from the schedule's own random
     * @return a changed copy
     */
    public RetryPolicy backoff(Backoff backoff) {
        Objects.requireNonNull(backoff, "backoff");
        return with(draft -> draft.backoff = backoff);
    }

    /**
     * Set the schedule by its text form.
     *
     * @param backoff as {@link Backoff#parse} reads it
     * @return a changed copy
     * @throws IllegalArgumentException if the text is no schedule
     */
    public RetryPolicy backoff(String backoff) {
        return backoff(Backoff.parse(backoff));
    }

    /**
     * Set the floor: the least delay of a retry, also of a directed one.
     *
     * @param minDelay zero to {@link #maxDelay}; if not set, each place adds its own
     * @return a changed copy
     * @throws IllegalArgumentException if the floor is negative
     * @throws IllegalStateException if it is above {@link #maxDelay}
     */
    public RetryPolicy minDelay(Duration minDelay) {
        Objects.requireNonNull(minDelay, "minDelay");
        return with(draft -> draft.minDelay = minDelay);
    }

    /**
     * Add the floor of a place, unless this policy has one.
     *
     * @param placeFloor zero or more, cut to {@link #maxDelay}
     * @return this policy if its {@link #minDelay} is set, else a changed copy
     */
    public RetryPolicy minDelayIfUnset(Duration placeFloor) {
        Objects.requireNonNull(placeFloor, "placeFloor");
        return minDelay != null ? this : minDelay(placeFloor.compareTo(maxDelay) > 0 ? maxDelay : placeFloor);
    }

    /**
     * Set the operator's bound on every delay, hints too, so that no header can strand an item. The schedule's own
     * {@code max} and {@code limit} never bound a hint.
     *
     * @param maxDelay above zero; 24 hours if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the bound is not above zero
     * @throws IllegalStateException if it is below {@link #minDelay}
     */
    public RetryPolicy maxDelay(Duration maxDelay) {
        Objects.requireNonNull(maxDelay, "maxDelay");
        return with(draft -> draft.maxDelay = maxDelay);
    }

    /**
     * Set how a hint and the schedule make one delay.
     *
     * @param hintMode AT_LEAST if not set
     * @return a changed copy
     * @throws IllegalStateException if the mode is EXACT and {@link #hintSpread} is above zero
     */
    public RetryPolicy hintMode(HintMode hintMode) {
        Objects.requireNonNull(hintMode, "hintMode");
        return with(draft -> draft.hintMode = hintMode);
    }

    /**
     * Spread hints, so that all who got the same hint do not come back at once; never earlier than the hint.
     *
     * @param hintSpread 0 to 1: the part of the hint that is added at most; 0 if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the ratio is outside 0 to 1
     * @throws IllegalStateException if it is above zero and {@link #hintMode} is EXACT
     */
    public RetryPolicy hintSpread(double hintSpread) {
        return with(draft -> draft.hintSpread = hintSpread);
    }

    /**
     * Look for settings that are allowed and yet most likely not meant, and for the total wait.
     *
     * @param classifier the classifier that will be asked, or null: none
     * @param deadline how long after the first attempt no attempt may start any more, or null: no deadline
     * @return the warnings, the gravest first
     * @throws IllegalArgumentException if the deadline is negative
     */
    public List<PolicyWarning> check(@Nullable RetryClassifier classifier, @Nullable Duration deadline) {
        return PolicyCheck.of(this, classifier, deadline);
    }

    /** {@return what stops the retries} */
    public RetryKind kind() {
        return kind;
    }

    /** {@return 1 to 32766, the first attempt included} */
    public int maxAttempts() {
        return maxAttempts;
    }

    /** {@return the attempts after the first: {@link #maxAttempts()} minus 1} */
    public int maxRetries() {
        return maxAttempts - 1;
    }

    /** {@return the types that are retried} */
    public List<Class<? extends Throwable>> retryOn() {
        return retryOn;
    }

    /** {@return the types that are never retried} */
    public List<Class<? extends Throwable>> neverOn() {
        return neverOn;
    }

    /** {@return the budget, or null: unlimited} */
    public @Nullable Duration timeBudget() {
        return timeBudget;
    }

    /** {@return the schedule} */
    public Backoff backoff() {
        return backoff;
    }

    /** {@return the floor, or null: each place adds its own} */
    public @Nullable Duration minDelay() {
        return minDelay;
    }

    /** {@return the operator's bound on every delay} */
    public Duration maxDelay() {
        return maxDelay;
    }

    /** {@return how a hint and the schedule make one delay} */
    public HintMode hintMode() {
        return hintMode;
    }

    /** {@return the part of a hint that is added to it at most} */
    public double hintSpread() {
        return hintSpread;
    }

    @Nullable
    String attemptsSetBy() {
        return attemptsSetBy;
    }

    long floorNanos() {
        return floorNanos;
    }

    long boundNanos() {
        return boundNanos;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RetryPolicy that
                && kind == that.kind
                && maxAttempts == that.maxAttempts
                && retryOn.equals(that.retryOn)
                && neverOn.equals(that.neverOn)
                && Objects.equals(timeBudget, that.timeBudget)
                && backoff.equals(that.backoff)
                && Objects.equals(minDelay, that.minDelay)
                && maxDelay.equals(that.maxDelay)
                && hintMode == that.hintMode
                && Double.compare(hintSpread, that.hintSpread) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                kind, maxAttempts, retryOn, neverOn, timeBudget, backoff, minDelay, maxDelay, hintMode, hintSpread);
    }

    /**
     * Write the text form, with every bound that is in force.
     *
     * @return a text that {@link #parse} reads back as an equal policy, but for {@link #retryOn} and {@link #neverOn}
     */
    @Override
    public String toString() {
        return PolicyText.format(this);
    }

    private RetryPolicy with(Consumer<PolicyDraft> change) {
        PolicyDraft draft = new PolicyDraft(this);
        change.accept(draft);
        return new RetryPolicy(draft);
    }
}
