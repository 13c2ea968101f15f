package dev.reprise.retry;

import dev.reprise.backoff.Durations;
import dev.reprise.internal.Wrappers;
import dev.reprise.policy.FailReason;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Say on a failure that was given up how often it was tried, and why not again.
 *
 * <p>The failure itself is thrown, as the last attempt threw it; the note is among its suppressed throwables, with up
 * to ten failures of the attempts before. A throwable carries one note at most: one that is thrown again and again,
 * such as a constant, has the note of the last call that left one. A call leaves none if its first attempt ended it, for
 * the failure is none to retry or only one attempt is allowed; and none on a throwable that takes no suppressed ones.
 */
public final class RetryNote extends Throwable {
    private static final long serialVersionUID = 1;

    private volatile Facts facts;
    private int earlierFailures;

    private RetryNote(Facts facts) {
        super(null, null, false, false);
        this.facts = facts;
    }

    /**
     * Find the note of a failure.
     *
     * @param failure what a call threw, also in a wrapper such as {@link java.util.concurrent.ExecutionException}
     * @return its note, or null if it has none
     */
    public static @Nullable RetryNote of(Throwable failure) {
        RetryNote note = directlyOf(Objects.requireNonNull(failure, "failure"));
        return note != null ? note : directlyOf(Wrappers.unwrap(failure));
    }

    /** {@return how many attempts were made, 1 or more} */
    public int attempts() {
        return facts.attempts;
    }

    /**
     * Return how long the attempts and the waits took.
     *
     * @return the time since the start of the first attempt. A plain {@link Retrier#call} or {@code callAsync} reads no
     *     clock before the first failure, and counts from there: without a time budget, an attempt time-out, a retry budget or a
     *     listener
     */
    public Duration elapsed() {
        return facts.elapsed;
    }

    /** {@return why no further attempt was made} */
    public FailReason reason() {
        return facts.reason;
    }

    /** {@return the delay that was refused as too long or too late, or null: none was} */
    public @Nullable Duration refusedDelay() {
        return facts.refusedDelay;
    }

    /** Say it in words, such as "gave up after 3 attempts in 1s204ms: no attempt is left". */
    @Override
    public String getMessage() {
        Facts all = facts;
        return "gave up after " + all.attempts + (all.attempts == 1 ? " attempt in " : " attempts in ")
                + Durations.format(all.elapsed.truncatedTo(ChronoUnit.MILLIS)) + ": "
                + words(all.reason, all.refusedDelay);
    }

    /** Say the reason and the refused delay, if there is one to tell. */
    static String words(FailReason reason, @Nullable Duration refusedDelay) {
        return refusedDelay == null || refusedDelay.isZero()
                ? reason.words()
                : reason.words() + " (a wait of " + Durations.format(refusedDelay) + ")";
    }

    /** Put a note and the earlier failures on a failure, or renew the note that it carries. */
    static void put(Throwable failure, Facts facts, Iterable<Throwable> earlier) {
        // A constant failure may be given up by several threads at once, and two of them never inside each other.
        synchronized (EarlierFailures.JOINING) {
            RetryNote note = directlyOf(failure);
            if (note == null) {
                note = new RetryNote(facts);
                failure.addSuppressed(note);
            } else {
                note.facts = facts;
            }
            for (Throwable one : earlier) {
                if (note.earlierFailures < EarlierFailures.MOST && EarlierFailures.mayJoin(one, failure)) {
                    failure.addSuppressed(one);
                    note.earlierFailures++;
                }
            }
        }
    }

    private static @Nullable RetryNote directlyOf(Throwable failure) {
        for (Throwable suppressed : failure.getSuppressed()) {
            if (suppressed instanceof RetryNote note) {
                return note;
            }
        }
        return null;
    }

    /**
     * What a note says.
     *
     * @param refusedDelay the delay that the caller refused, or null
     */
    record Facts(
            int attempts,
            Duration elapsed,
            FailReason reason,
            @Nullable Duration refusedDelay) implements java.io.Serializable {}
}
