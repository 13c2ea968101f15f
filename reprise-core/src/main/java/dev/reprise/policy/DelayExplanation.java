package dev.reprise.policy;

import dev.reprise.backoff.BackoffExplanation;
import dev.reprise.backoff.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tell how the delay of a retry came about, as data; {@link #toString} tells it in words.
 *
 * @param curve what the schedule says for these failures, or null: it was not asked
 * @param curveDelay what the schedule gave, or null
 * @param draw the draw itself, 0 to 1, 1 excluded: where the delay lies in the schedule's band; null without one
 * @param hint the server's wish, or null
 * @param spreadHint the hint after its spread, never less than the hint, or null
 * @param directed the delay that a classifier directed, or null
 * @param changes each bound that changed the delay, in the order they were applied
 * @param delay the delay that was decided
 */
public record DelayExplanation(
        @Nullable BackoffExplanation curve,
        @Nullable Duration curveDelay,
        @Nullable Double draw,
        @Nullable Duration hint,
        @Nullable Duration spreadHint,
        @Nullable Duration directed,
        List<Change> changes,
        Duration delay) {
    /** {@inheritDoc} */
    public DelayExplanation {
        changes = List.copyOf(changes);
        Objects.requireNonNull(delay, "delay");
    }

    /**
     * Tell it in words.
     *
     * @return such as {@code failure 2 of `constant 10s`: curve 10s; hint 1m; wait 1m}
     */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        if (curve != null && curveDelay != null) {
            text.append(curve);
            if (draw != null) {
                text.append(String.format(Locale.ROOT, ", draw %.3f gives ", draw))
                        .append(Durations.format(curveDelay));
            }
            text.append("; ");
        }
        if (hint != null) {
            text.append("hint ").append(Durations.format(hint));
            if (!hint.equals(spreadHint) && spreadHint != null) {
                text.append(" spread to ").append(Durations.format(spreadHint));
            }
            text.append("; ");
        }
        if (directed != null) {
            text.append("a classifier directs ")
                    .append(Durations.format(directed))
                    .append("; ");
        }
        for (Change change : changes) {
            text.append(change).append("; ");
        }
        return text.append("wait ").append(Durations.format(delay)).toString();
    }

    /**
     * Tell how a bound changed a delay.
     *
     * @param bound the setting: {@code maxDelay} or {@code minDelay}
     * @param before the delay before
     * @param after the delay after
     */
    public record Change(String bound, Duration before, Duration after) {
        /** {@inheritDoc} */
        public Change {
            Objects.requireNonNull(bound, "bound");
            Objects.requireNonNull(before, "before");
            Objects.requireNonNull(after, "after");
        }

        /** Tell it in words. */
        @Override
        public String toString() {
            return bound + " makes " + Durations.format(before) + " " + Durations.format(after);
        }
    }
}
