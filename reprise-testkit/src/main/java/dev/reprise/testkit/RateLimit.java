package dev.reprise.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Limit a path until a fixed instant: {@code Retry-After} counts down to it, request by request, as servers with a
 * quota per hour do. A client that waits as told is never early: seconds and dates are rounded up.
 */
public final class RateLimit implements AnswerRule {
    private final AtomicReference<@Nullable Instant> reset = new AtomicReference<>();
    private final @Nullable Duration window;
    private final Answer limited;
    private final AnswerRule then;
    private final boolean dateForm;
    private final @Nullable Duration ahead;

    private RateLimit(
            @Nullable Instant reset,
            @Nullable Duration window,
            Answer limited,
            AnswerRule then,
            boolean dateForm,
            @Nullable Duration ahead) {
        this.reset.set(reset);
        this.window = window;
        this.limited = Objects.requireNonNull(limited, "limited");
        this.then = Objects.requireNonNull(then, "then");
        this.dateForm = dateForm;
        this.ahead = ahead;
    }

    static RateLimit until(Instant reset) {
        Objects.requireNonNull(reset, "reset");
        return new RateLimit(reset, null, Answer.status(429), Answer.ok(""), false, null);
    }

    static RateLimit window(Duration window) {
        Delivery.requireNotNegative("window", window);
        return new RateLimit(null, window, Answer.status(429), Answer.ok(""), false, null);
    }

    /**
     * Replace the 429 that gets the {@code Retry-After}.
     *
     * @param answer such as a 503 with a body
     * @return a rule with this answer
     */
    public RateLimit limitedBy(Answer answer) {
        return new RateLimit(fixedReset(), window, answer, then, dateForm, ahead);
    }

    /**
     * Replace the 200 that comes once the limit is over.
     *
     * @param rule the answer, or a rule that chooses one
     * @return a rule with this answer
     */
    public RateLimit then(AnswerRule rule) {
        return new RateLimit(fixedReset(), window, limited, rule, dateForm, ahead);
    }

    /**
     * Send {@code Retry-After} as an HTTP-date instead of seconds.
     *
     * @return a rule with the date form
     */
    public RateLimit asDate() {
        return new RateLimit(fixedReset(), window, limited, then, true, ahead);
    }

    /**
     * Send a {@code Date} header, and reckon the HTTP-date form by the same clock.
     *
     * @param fast how far the clock of the answers is ahead of the server's; negative: behind
     * @return a rule with a Date header
     */
    public RateLimit withDate(Duration fast) {
        return new RateLimit(fixedReset(), window, limited, then, dateForm, Objects.requireNonNull(fast, "fast"));
    }

    @Override
    public Answer answer(Request request) {
        Instant now = request.at();
        Instant end = endOfLimit(now);
        if (!now.isBefore(end)) {
            return then.answer(request);
        }
        Duration skew = ahead == null ? Duration.ZERO : ahead;
        Answer answer = ahead == null ? limited : limited.header("Date", HttpDate.format(now.plus(skew)));
        return dateForm
                ? answer.retryAfter(roundUp(end.plus(skew)))
                : answer.retryAfter(Duration.ofSeconds(roundUp(Duration.between(now, end))));
    }

    /** The first request decides, of whichever requests come at once. */
    private Instant endOfLimit(Instant now) {
        Instant known = reset.get();
        if (known != null) {
            return known;
        }
        Instant fromNow = now.plus(Objects.requireNonNull(window));
        Instant other = reset.compareAndExchange(null, fromNow);
        return other == null ? fromNow : other;
    }

    /** A copy of a rule with a window begins its window anew. */
    private @Nullable Instant fixedReset() {
        return window == null ? reset.get() : null;
    }

    private static Instant roundUp(Instant instant) {
        return instant.getNano() == 0 ? instant : Instant.ofEpochSecond(instant.getEpochSecond() + 1);
    }

    private static long roundUp(Duration duration) {
        return duration.getSeconds() + (duration.getNano() == 0 ? 0 : 1);
    }
}
