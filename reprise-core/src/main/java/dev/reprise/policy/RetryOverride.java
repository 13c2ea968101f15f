package dev.reprise.policy;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Override a policy for one failure: another kind, a delay, or both.
 *
 * <p>A delay is either an explicit direction ({@link #after}), honoured exactly, or a server's wish ({@link #hint}),
 * mixed in as the policy's {@link HintMode} says.
 */
public final class RetryOverride {
    private static final RetryOverride TRANSIENT = new RetryOverride(RetryKind.TRANSIENT, null, false);
    private static final RetryOverride INDEFINITE = new RetryOverride(RetryKind.INDEFINITE, null, false);
    private static final RetryOverride NON_RETRYABLE = new RetryOverride(RetryKind.NON_RETRYABLE, null, false);

    private final @Nullable RetryKind kind;
    private final @Nullable Duration delay;
    private final boolean hint;

    private RetryOverride(@Nullable RetryKind kind, @Nullable Duration delay, boolean hint) {
        this.kind = kind;
        this.delay = delay;
        this.hint = hint;
    }

    /**
     * Claim another kind for this failure; allocates nothing.
     *
     * @param kind what stops the retries of this failure
     * @return an override without a delay
     */
    public static RetryOverride kind(RetryKind kind) {
        return switch (Objects.requireNonNull(kind, "kind")) {
            case TRANSIENT -> TRANSIENT;
            case INDEFINITE -> INDEFINITE;
            case NON_RETRYABLE -> NON_RETRYABLE;
        };
    }

    /**
     * Direct an exact delay: no draw, only the policy's two bounds apply.
     *
     * @param delay at least zero; zero means as soon as the floor allows
     * @return an override that leaves the kind to the policy
     * @throws IllegalArgumentException if the delay is negative
     */
    public static RetryOverride after(Duration delay) {
        return new RetryOverride(null, requireNotNegative("after", delay), false);
    }

    /**
     * Pass on how long the server asked to wait.
     *
     * @param hint at least zero; mixed with the schedule as the policy's {@link HintMode} says
     * @return an override that leaves the kind to the policy
     * @throws IllegalArgumentException if the hint is negative
     */
    public static RetryOverride hint(Duration hint) {
        return new RetryOverride(null, requireNotNegative("hint", hint), true);
    }

    /**
     * Give this override another kind, and keep its delay.
     *
     * @param kind what stops the retries of this failure
     * @return an override of that kind with the same delay
     */
    public RetryOverride as(RetryKind kind) {
        return new RetryOverride(Objects.requireNonNull(kind, "kind"), delay, hint);
    }

    /**
     * Return the claimed kind.
     *
     * @return the kind, or null: the policy's
     */
    public @Nullable RetryKind kind() {
        return kind;
    }

    /**
     * Return the explicit delay or the hint.
     *
     * @return the delay, or null: the schedule decides
     */
    public @Nullable Duration delay() {
        return delay;
    }

    /**
     * Tell a server's wish from an explicit direction.
     *
     * @return true if {@link #delay} is a hint
     */
    public boolean isHint() {
        return hint;
    }

    /** Return the server's wish, or null. */
    @Nullable
    Duration hinted() {
        return hint ? delay : null;
    }

    /** Return the explicit direction, or null. */
    @Nullable
    Duration directed() {
        return hint ? null : delay;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RetryOverride that
                && kind == that.kind
                && hint == that.hint
                && Objects.equals(delay, that.delay);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, delay, hint);
    }

    @Override
    public String toString() {
        String what = kind == null ? "RetryOverride" : "RetryOverride " + kind;
        return delay == null ? what : what + (hint ? " hint " : " after ") + delay;
    }

    private static Duration requireNotNegative(String name, Duration delay) {
        Objects.requireNonNull(delay, name);
        if (delay.isNegative()) {
            throw new IllegalArgumentException(name + ": " + delay + " is negative; allowed is zero or more");
        }
        return delay;
    }
}
