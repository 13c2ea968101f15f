package dev.reprise.batch;

import dev.reprise.backoff.Durations;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tell what a batch policy decides, without a draw, as data; {@link #toString} tells it in words.
 *
 * @param signal what came back
 * @param decision the decision
 * @param tag the tag of the outcome
 * @param rule the row of the table that decided
 * @param nextRun what the next run does
 * @param because what turned the row's retry into another decision, or null: nothing did
 * @param hint the hint that counts, or null
 * @param low the shortest delay of a retry, else null
 * @param high the longest delay of a retry, else null
 */
public record BatchExplanation(
        Signal signal,
        BatchStep decision,
        String tag,
        String rule,
        NextRun nextRun,
        @Nullable String because,
        @Nullable Duration hint,
        @Nullable Duration low,
        @Nullable Duration high) {
    /** {@inheritDoc} */
    public BatchExplanation {
        Objects.requireNonNull(signal, "signal");
        Objects.requireNonNull(decision, "decision");
        Objects.requireNonNull(tag, "tag");
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(nextRun, "nextRun");
    }

    /** {@return the shortest delay of a retry in milliseconds, else null} */
    public @Nullable Long lowMs() {
        return low == null ? null : low.toMillis();
    }

    /** {@return the longest delay of a retry in milliseconds, else null} */
    public @Nullable Long highMs() {
        return high == null ? null : high.toMillis();
    }

    /**
     * Tell it in one line.
     *
     * @return such as {@code 503: retry after 500ms to 750ms (rule: 503); next run: send}
     */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(signal + ": " + lower(decision));
        if (low != null && high != null) {
            text.append(" after ").append(Durations.format(low));
            if (!low.equals(high)) {
                text.append(" to ").append(Durations.format(high));
            }
        }
        if (hint != null) {
            text.append(", hint ").append(Durations.format(hint));
        }
        text.append(" (rule: ").append(rule).append(")");
        if (because != null) {
            text.append(", because ").append(because);
        }
        if (!tag.equals(signal.toString())) {
            text.append("; tag ").append(tag);
        }
        return text.append("; next run: ").append(lower(nextRun)).toString();
    }

    static String lower(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
