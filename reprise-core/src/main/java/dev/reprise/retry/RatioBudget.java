package dev.reprise.retry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Let retries be a share of the calls, with a reserve for times of few calls. Made by {@link RetryBudget#ratio()}.
 *
 * <p>Each call that begins puts {@code deposit} tokens in, each second {@code reserve} tokens; a retry takes one, the
 * oldest first; a token that nobody took within {@code ttl} is gone. So in any time {@code t} at most
 * {@code deposit * calls + reserve * t} retries are made, of the calls and seconds of {@code t} and of one ttl before. A new
 * budget holds the reserve of one ttl, 100 tokens by default, and so does one that stood unused. Successes refill it
 * only by being calls.
 *
 * <p>The form and its numbers are those of Finagle's {@code RetryBudget} and its sliding window of ten buckets, with one
 * difference: what was taken does not come back when it leaves the window.
 *
 * <p>Time goes in steps of a tenth of the ttl: a token lives nine tenths of the ttl at least, the ttl at most. The clock
 * is read on each retry and each 16th call only: of the calls since the last such call, at most 16, the tokens count as fresh
 * however old they are. A clock that stands still neither ends nor adds tokens, one that jumps ahead is as good as a wait, and one
 * that jumps back goes on from where it jumped to, at the latest when a ttl has passed.
 */
public final class RatioBudget implements RetryBudget {
    static final RatioBudget DEFAULTS =
            new RatioBudget(new RatioSettings(0.1, 10, Duration.ofSeconds(10)), System::nanoTime);
    /** Calls between two readings of the clock, minus 1; reading it costs several times what the rest of a call does. */
    static final long CALLS_PER_READING_MASK = 15;

    private static final VarHandle WINDOW = windowHandle();

    private final RatioSettings settings;
    private final LongSupplier clock;
    private final long unitsPerCall;
    private final AtomicLong calls = new AtomicLong();
    /** The number after that of the newest unit that was taken. */
    private final AtomicLong taken = new AtomicLong();

    private volatile TokenWindow window;

    private RatioBudget(RatioSettings settings, LongSupplier clock) {
        this.settings = settings;
        this.clock = clock;
        this.unitsPerCall = settings.unitsPerCall();
        this.window = TokenWindow.full(settings, clock.getAsLong());
    }

    /**
     * Set how many tokens each call puts in.
     *
     * @param deposit tokens, 0 or 0.0001 to 10, counted in units of 0.0001; 0.1 if not set
     * @return a new, unused budget
     * @throws IllegalArgumentException if {@code deposit} is outside its range
     * @throws IllegalStateException if deposit and reserve are both 0
     */
    public RatioBudget deposit(double deposit) {
        return new RatioBudget(new RatioSettings(deposit, settings.reserve(), settings.ttl()), clock);
    }

    /**
     * Set how many retries are allowed whatever the number of calls.
     *
     * @param perSecond tokens per second, 0 to 1,000,000, and at least one within the ttl; 10 if not set
     * @return a new, unused budget
     * @throws IllegalArgumentException if {@code perSecond} is outside its range
     * @throws IllegalStateException if it does not add up to one token within the ttl, or deposit and reserve are both 0
     */
    public RatioBudget reserve(double perSecond) {
        return new RatioBudget(new RatioSettings(settings.deposit(), perSecond, settings.ttl()), clock);
    }

    /**
     * Set how long a token lives that no retry takes: the longest time whose calls may pay for one burst of retries.
     *
     * @param ttl 1 s to 1 h; 10 s if not set
     * @return a new, unused budget
     * @throws IllegalArgumentException if {@code ttl} is outside its range
     * @throws IllegalStateException if the reserve does not add up to one token within it
     */
    public RatioBudget ttl(Duration ttl) {
        return new RatioBudget(new RatioSettings(settings.deposit(), settings.reserve(), ttl), clock);
    }

    /**
     * Set the clock, for tests.
     *
     * @param nanoClock readings in nanoseconds with any origin, such as {@link System#nanoTime}, the default
     * @return a new, unused budget
     */
    public RatioBudget clock(LongSupplier nanoClock) {
        return new RatioBudget(settings, Objects.requireNonNull(nanoClock, "nanoClock"));
    }

    @Override
    public void callStarted() {
        long before = calls.getAndIncrement();
        if ((before & CALLS_PER_READING_MASK) == CALLS_PER_READING_MASK) {
            currentWindow();
        }
    }

    @Override
    public boolean tryRetry(Throwable failure) {
        Objects.requireNonNull(failure, "failure");
        TokenWindow current = currentWindow();
        while (true) {
            long before = taken.get();
            long oldest = current.oldest(before);
            if (current.end(deposited()) - oldest >= RatioSettings.UNITS_PER_TOKEN) {
                if (taken.compareAndSet(before, oldest + RatioSettings.UNITS_PER_TOKEN)) {
                    return true;
                }
            } else {
                // Others may have taken tokens of a newer window; by the old one alone nothing may be refused.
                TokenWindow latest = window;
                if (latest == current) {
                    return false;
                }
                current = latest;
            }
        }
    }

    @Override
    public void callSucceeded() {
        // Only the beginning of a call counts in this form.
    }

    @Override
    public double tokensLeft() {
        return (double) unitsLeft() / RatioSettings.UNITS_PER_TOKEN;
    }

    @Override
    public String toString() {
        return settings + ", "
                + BigDecimal.valueOf(unitsLeft(), 4).stripTrailingZeros().toPlainString() + " tokens left";
    }

    /** Return a budget with these settings that nobody shares yet. */
    RatioBudget unused() {
        return new RatioBudget(settings, clock);
    }

    private long unitsLeft() {
        TokenWindow current = currentWindow();
        long oldest = current.oldest(taken.get());
        return Math.max(0, current.end(deposited()) - oldest);
    }

    private long deposited() {
        return calls.get() * unitsPerCall;
    }

    /** Return how many calls were made before the last reading by a call; the time of those since is not known. */
    private static long dated(long calls) {
        return calls == 0 ? 0 : (calls - 1) & ~CALLS_PER_READING_MASK;
    }

    /** Read the clock and open the buckets that are due. */
    private TokenWindow currentWindow() {
        long reading = clock.getAsLong();
        while (true) {
            TokenWindow seen = window;
            TokenWindow next = seen.at(reading, dated(calls.get()) * unitsPerCall);
            if (next == seen || WINDOW.compareAndSet(this, seen, next)) {
                return next;
            }
        }
    }

    private static VarHandle windowHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(RatioBudget.class, "window", TokenWindow.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }
}
