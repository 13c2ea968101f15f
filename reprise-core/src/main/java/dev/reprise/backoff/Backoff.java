package dev.reprise.backoff;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Say how long to wait after the Nth failure: a schedule.
 *
 * <p>A schedule is a curve ({@link #exponential}, {@link #linear}, {@link #constant}, {@link #steps} or {@link #none}),
 * a ceiling of the curve ({@link #max}), {@link #jitter}, and a limit of the finished delay ({@link #limit}). It is an
 * immutable value, checked once when it is made; asking it for a delay never throws and costs the same at every failure,
 * and {@link #delayNanos(int)} allocates nothing; only a factor so small that 1,024 failures do not reach the ceiling has
 * its power computed anew beyond them. Every delay saturates at {@link Long#MAX_VALUE} nanoseconds, about 292 years.
 *
 * <p>With {@code n = failures - free}, a failure with {@code n < 1} costs nothing and draws nothing. Otherwise the curve
 * gives {@code base * factor^(n-1)}, {@code base * n}, {@code delay}, or {@code steps[min(n, size) - 1]}, at most
 * {@code max}; jitter spreads it with one draw. The band lies around the ceiling, but under the limit: it is fitted
 * before the draw. Drawn delays are whole milliseconds, rounded to the nearest, or down if there is a limit; below 10 ms
 * they keep their nanoseconds.
 *
 * <p>Draws come from {@link ThreadLocalRandom} unless the schedule or the call brings a generator. Two schedules are
 * equal if their settings are; the generator does not count.
 */
public final class Backoff {
    private final BackoffSettings settings;
    private final @Nullable RandomGenerator random;
    private final int free;
    private final PlainDelays plain;
    private final @Nullable DrawnDelays drawn;

    private Backoff(BackoffSettings settings, @Nullable RandomGenerator random) {
        this.settings = settings;
        this.random = random;
        free = settings.free();
        plain = new PlainDelays(settings);
        drawn = settings.isJittered() ? new DrawnDelays(settings) : null;
    }

    /**
     * Multiply the delay after each failure, by 2 unless {@link #factor} says otherwise.
     *
     * @param base the delay after the first failure, zero or more
     * @return a schedule of {@code base * factor^(n-1)}
     * @throws IllegalArgumentException if {@code base} is negative
     */
    public static Backoff exponential(Duration base) {
        return of(CurveKind.EXPONENTIAL, List.of(Objects.requireNonNull(base, "base")));
    }

    /**
     * Add the same to the delay after each failure.
     *
     * @param base the delay after the first failure, zero or more
     * @return a schedule of {@code base * n}
     * @throws IllegalArgumentException if {@code base} is negative
     */
    public static Backoff linear(Duration base) {
        return of(CurveKind.LINEAR, List.of(Objects.requireNonNull(base, "base")));
    }

    /**
     * Wait the same after each failure.
     *
     * @param delay zero or more
     * @return a schedule of {@code delay}
     * @throws IllegalArgumentException if {@code delay} is negative
     */
    public static Backoff constant(Duration delay) {
        return of(CurveKind.CONSTANT, List.of(Objects.requireNonNull(delay, "delay")));
    }

    /**
     * Wait as a list says; its last step is repeated.
     *
     * @param steps one delay or more, each zero or more
     * @return a schedule of {@code steps[min(n, size) - 1]}
     * @throws IllegalArgumentException if there is no step or a negative one
     */
    public static Backoff steps(Duration... steps) {
        return steps(Arrays.asList(Objects.requireNonNull(steps, "steps")));
    }

    /**
     * Wait as a list says; its last step is repeated.
     *
     * @param steps one delay or more, each zero or more
     * @return a schedule of {@code steps[min(n, size) - 1]}
     * @throws IllegalArgumentException if there is no step or a negative one
     */
    public static Backoff steps(List<Duration> steps) {
        for (Duration step : Objects.requireNonNull(steps, "steps")) {
            Objects.requireNonNull(step, "step");
        }
        return of(CurveKind.STEPS, steps);
    }

    /**
     * Wait not at all.
     *
     * @return a schedule of zero
     */
    public static Backoff none() {
        return of(CurveKind.NONE, List.of(Duration.ZERO));
    }

    /**
     * Read the text form: {@code exponential base=1m factor=2 max=6h jitter=20%}, {@code steps 15s,1m,5m}, {@code constant
     * 10s}, {@code linear base=1m} or {@code none}; behind it, in any order, {@code max=6h}, {@code limit=1h},
     * {@code free=4} and {@code jitter=} with {@code 20%}, {@code full}, {@code equal}, {@code +250ms} or {@code none}.
     *
     * @param text the words, separated by blanks; durations as in {@link Durations#parseCompact(String)}
     * @return the schedule, with the thread's own random
     * @throws IllegalArgumentException if a word is unknown (the message names the nearest known one), missing or given
     *     twice, or a value is not allowed
     * @throws IllegalStateException if two settings contradict each other
     */
    public static Backoff parse(String text) {
        return new Backoff(BackoffText.parse(Objects.requireNonNull(text, "text")), null);
    }

    /**
     * Set the growth of an exponential curve.
     *
     * @param factor a finite number from 1 up; 2 if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the factor is below 1 or not finite
     * @throws IllegalStateException if the curve is not exponential
     */
    public Backoff factor(double factor) {
        return with(settings.withFactor(factor));
    }

    /**
     * Set the ceiling of the curve, before jitter.
     *
     * @param max the base or more; none if not set
     * @return a changed copy
     * @throws IllegalArgumentException if {@code max} is negative
     * @throws IllegalStateException if {@code max} is below the base, or the curve is {@code steps}
     */
    public Backoff max(Duration max) {
        return with(settings.withMax(Objects.requireNonNull(max, "max")));
    }

    /**
     * Set the bound of the finished delay, after jitter; the band of the jitter is fitted under it.
     *
     * @param limit above zero; none if not set
     * @return a changed copy
     * @throws IllegalArgumentException if {@code limit} is not above zero
     */
    public Backoff limit(Duration limit) {
        return with(settings.withLimit(Objects.requireNonNull(limit, "limit")));
    }

    /**
     * Spread the delays.
     *
     * @param jitter how far; {@link Jitter#none()} if not set
     * @return a changed copy
     */
    public Backoff jitter(Jitter jitter) {
        return with(settings.withJitter(Objects.requireNonNull(jitter, "jitter")));
    }

    /**
     * Let the first failures cost nothing.
     *
     * @param free how many, zero or more; 0 if not set
     * @return a changed copy
     * @throws IllegalArgumentException if {@code free} is negative
     */
    public Backoff free(int free) {
        return with(settings.withFree(free));
    }

    /**
     * Draw from one generator, for example from a {@link ReplayRandom} that replays.
     *
     * <p>It counts where the schedule itself is asked for a delay. A decision always draws from the random that it is
     * given: that of its {@code AttemptState}, or of the call.
     *
     * @param random where draws come from; a schedule with a generator is as safe for threads as that is
     * @return a changed copy, equal to this schedule
     */
    public Backoff random(RandomGenerator random) {
        return new Backoff(settings, Objects.requireNonNull(random, "random"));
    }

    /**
     * Return the delay in nanoseconds.
     *
     * @param failures how many attempts have failed so far; zero and less cost nothing
     * @return the delay, 0 to {@link Long#MAX_VALUE} nanoseconds
     */
    public long delayNanos(int failures) {
        if (failures <= free) {
            return 0;
        }
        if (drawn == null) {
            return plain.nanos(failures - free);
        }
        double u = random == null ? ThreadLocalRandom.current().nextDouble() : random.nextDouble();
        return drawn.nanos(failures - free, u);
    }

    /**
     * Return the delay in nanoseconds, drawn from a generator.
     *
     * @param failures how many attempts have failed so far; zero and less cost nothing
     * @param random asked once if the failure is not free and the schedule has jitter, otherwise not at all
     * @return the delay, 0 to {@link Long#MAX_VALUE} nanoseconds
     */
    public long delayNanos(int failures, RandomGenerator random) {
        Objects.requireNonNull(random, "random");
        return delayNanos(failures, draws(failures) ? random.nextDouble() : 0);
    }

    /**
     * Return the delay in nanoseconds for a draw that was made before: what {@link #delayNanos(int, RandomGenerator)}
     * gives if the generator gives this draw.
     *
     * @param failures how many attempts have failed so far; zero and less cost nothing
     * @param draw 0 to 1, as {@link RandomGenerator#nextDouble()} draws; not used unless the delay {@link #draws}
     * @return the delay, 0 to {@link Long#MAX_VALUE} nanoseconds
     */
    public long delayNanos(int failures, double draw) {
        if (failures <= free) {
            return 0;
        }
        return drawn == null ? plain.nanos(failures - free) : drawn.nanos(failures - free, draw);
    }

    /**
     * Return the delay.
     *
     * @param failures how many attempts have failed so far; zero and less cost nothing
     * @return the delay, zero or more
     */
    public Duration delay(int failures) {
        return Duration.ofNanos(delayNanos(failures));
    }

    /**
     * Return the delay, drawn from a generator.
     *
     * @param failures how many attempts have failed so far; zero and less cost nothing
     * @param random asked once if the failure is not free and the schedule has jitter, otherwise not at all
     * @return the delay, zero or more
     */
    public Duration delay(int failures, RandomGenerator random) {
        return Duration.ofNanos(delayNanos(failures, random));
    }

    /**
     * Return the instant of the next attempt.
     *
     * @param failures how many attempts have failed so far; zero and less cost nothing
     * @param now the instant of the failure
     * @return {@code now} and the delay, at most {@link Instant#MAX}
     */
    public Instant at(int failures, Instant now) {
        return Saturating.plus(Objects.requireNonNull(now, "now"), delay(failures));
    }

    /**
     * Return the instant of the next attempt, drawn from a generator.
     *
     * @param failures how many attempts have failed so far; zero and less cost nothing
     * @param now the instant of the failure
     * @param random asked once if the failure is not free and the schedule has jitter, otherwise not at all
     * @return {@code now} and the delay, at most {@link Instant#MAX}
     */
    public Instant at(int failures, Instant now, RandomGenerator random) {
        return Saturating.plus(Objects.requireNonNull(now, "now"), delay(failures, random));
    }

    /**
     * Return the delay that no draw exceeds; draws nothing.
     *
     * @param failures how many attempts have failed so far; zero and less cost nothing
     * @return the upper end of the band, the delay itself without jitter
     */
    public Duration longestDelay(int failures) {
        if (failures <= free) {
            return Duration.ZERO;
        }
        int n = failures - free;
        return Duration.ofNanos(drawn == null ? plain.nanos(n) : drawn.nanos(n, 1));
    }

    /**
     * Explain the delay: the curve, what bounded it, the band of the jitter. Draws nothing.
     *
     * @param failures how many attempts have failed so far
     * @return the band and its bounds, in words and as data
     */
    public BackoffExplanation explain(int failures) {
        return BackoffExplanation.of(settings, failures);
    }

    /**
     * Tell whether delays are drawn.
     *
     * @return true if there is jitter
     */
    public boolean isJittered() {
        return settings.isJittered();
    }

    /**
     * Tell whether the delay after so many failures is drawn.
     *
     * @param failures how many attempts have failed so far
     * @return true if there is jitter and the failure is not free
     */
    public boolean draws(int failures) {
        return drawn != null && failures > free;
    }

    /**
     * Return how many steps the list of a {@link #steps} schedule has.
     *
     * @return the number of steps, empty for every other curve
     */
    public OptionalInt stepCount() {
        return settings.curve() == CurveKind.STEPS
                ? OptionalInt.of(settings.points().size())
                : OptionalInt.empty();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Backoff that && settings.equals(that.settings);
    }

    @Override
    public int hashCode() {
        return settings.hashCode();
    }

    /**
     * Write the text form, settings that have their default left out.
     *
     * @return the text that {@link #parse} reads back as an equal schedule
     */
    @Override
    public String toString() {
        return BackoffText.format(settings);
    }

    private static Backoff of(CurveKind curve, List<Duration> points) {
        return new Backoff(BackoffSettings.of(curve, points), null);
    }

    private Backoff with(BackoffSettings changed) {
        return new Backoff(changed, random);
    }
}
