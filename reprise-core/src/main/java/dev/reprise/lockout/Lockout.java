package dev.reprise.lockout;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * Lock an account for longer and longer while sign-ins fail, and forget the failures in time.
 *
 * <p>Pure: it keeps nothing and reads no clock. The caller stores one {@link LockoutState} per account, lets an attempt
 * in only if {@link #lockedFor} is zero, and stores what {@link #afterFailure} or {@link #afterSuccess} returns.
 */
public final class Lockout {
    private static final Duration DEFAULT_FORGET_AFTER = Duration.ofHours(24);

    private final Backoff schedule;
    private final Duration forgetAfter;

    private Lockout(Backoff schedule, Duration forgetAfter) {
        this.schedule = schedule;
        this.forgetAfter = forgetAfter;
    }

    /**
     * Lock as a schedule says; its {@code free} is how many failures lock nothing.
     *
     * @param schedule how long the Nth failure in a row locks, without jitter: a person sees the wait
     * @return a lockout that forgets failures after 24 hours
     * @throws IllegalArgumentException if the schedule has jitter
     */
    public static Lockout of(Backoff schedule) {
        Objects.requireNonNull(schedule, "schedule");
        if (schedule.isJittered()) {
            throw new IllegalArgumentException("schedule: `" + schedule
                    + "` has jitter; allowed is a schedule without, since a person sees the wait");
        }
        return new Lockout(schedule, DEFAULT_FORGET_AFTER);
    }

    /**
     * Set how old the last failure must be for the count to start again; never while locked.
     *
     * @param forgetAfter above zero; 24 hours if not set
     * @return a changed copy
     * @throws IllegalArgumentException if {@code forgetAfter} is not above zero
     */
    public Lockout forgetAfter(Duration forgetAfter) {
        Objects.requireNonNull(forgetAfter, "forgetAfter");
        if (forgetAfter.isNegative() || forgetAfter.isZero()) {
            throw new IllegalArgumentException("forgetAfter: " + forgetAfter + " is not above zero");
        }
        return new Lockout(schedule, forgetAfter);
    }

    /**
     * Count a failed attempt, also one that was made while locked: it never unlocks sooner.
     *
     * @param state what is stored of the account
     * @param now the instant of the failure
     * @return what to store
     */
    public LockoutState afterFailure(LockoutState state, Instant now) {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(now, "now");
        int failures = isForgotten(state, now) ? 1 : countedUp(state.failures());
        if (schedule.delayNanos(failures) > 0) {
            return new LockoutState(failures, now, later(state, schedule.at(failures, now)));
        }
        return new LockoutState(failures, now, lockedFor(state, now).isZero() ? null : state.until());
    }

    /**
     * Forget all failures.
     *
     * @return what to store
     */
    public LockoutState afterSuccess() {
        return LockoutState.clear();
    }

    /**
     * Return how long the account stays locked.
     *
     * @param state what is stored of the account
     * @param now the instant of asking
     * @return the time that is left, zero if an attempt may be made
     */
    public Duration lockedFor(LockoutState state, Instant now) {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(now, "now");
        Instant until = state.until();
        return until == null || !until.isAfter(now) ? Duration.ZERO : Duration.between(now, until);
    }

    @Override
    public String toString() {
        return "lockout " + schedule + " forgetAfter=" + Durations.format(forgetAfter);
    }

    private boolean isForgotten(LockoutState state, Instant now) {
        Instant last = state.lastFailure();
        return last != null
                && Duration.between(last, now).compareTo(forgetAfter) > 0
                && lockedFor(state, now).isZero();
    }

    private static Instant later(LockoutState state, Instant until) {
        return state.until() != null && state.until().isAfter(until) ? state.until() : until;
    }

    private static int countedUp(int failures) {
        return failures == Integer.MAX_VALUE ? failures : failures + 1;
    }
}
