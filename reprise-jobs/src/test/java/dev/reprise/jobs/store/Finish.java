package dev.reprise.jobs.store;

import dev.reprise.jobs.store.AttemptEnding.Kind;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes endings for tests. */
final class Finish {
    private final UUID id;
    private int epoch;
    private int attempt;
    private final Kind kind;
    private Duration delay = Duration.ZERO;
    private byte @Nullable [] result;
    private @Nullable String error;
    private @Nullable String reason;
    private @Nullable String explanation;
    private @Nullable String pastDeadline;
    private List<NewJob> children = List.of();

    private Finish(Claimed claimed, Kind kind) {
        id = claimed.id();
        epoch = claimed.epoch();
        attempt = claimed.attempt();
        this.kind = kind;
    }

    static Finish of(Claimed claimed, Kind kind) {
        return new Finish(claimed, kind);
    }

    /** As a worker writes this kind: a failure carries its text, a final one its reason. */
    static Finish typical(Claimed claimed, Kind kind, Duration delay) {
        Finish finish = of(claimed, kind);
        return switch (kind) {
            case SUCCEED -> finish.result(new byte[] {1});
            case FAIL -> finish.error("broken").reason("NON_RETRYABLE");
            case EXHAUST -> finish.error("broken").reason("ATTEMPTS_EXHAUSTED");
            case CANCEL, HAND_BACK -> finish;
            case RETRY ->
                finish.error("broken").delay(delay).explanation("as decided").pastDeadline("too late");
            case RETRY_AFTER, RETRY_AFTER_REFUNDED, SNOOZE, INTERRUPT ->
                finish.delay(delay).explanation("as decided").pastDeadline("too late");
        };
    }

    static Finish success(Claimed claimed) {
        return typical(claimed, Kind.SUCCEED, Duration.ZERO);
    }

    static Finish failure(Claimed claimed) {
        return typical(claimed, Kind.FAIL, Duration.ZERO);
    }

    static Finish retry(Claimed claimed, Duration delay) {
        return typical(claimed, Kind.RETRY, delay);
    }

    static Finish snooze(Claimed claimed, Duration delay) {
        return typical(claimed, Kind.SNOOZE, delay);
    }

    static Finish handBack(Claimed claimed) {
        return of(claimed, Kind.HAND_BACK);
    }

    Finish epoch(int value) {
        epoch = value;
        return this;
    }

    Finish attempt(int value) {
        attempt = value;
        return this;
    }

    Finish delay(Duration value) {
        delay = value;
        return this;
    }

    Finish result(byte[] value) {
        result = value;
        return this;
    }

    Finish error(String value) {
        error = value;
        return this;
    }

    Finish reason(String value) {
        reason = value;
        return this;
    }

    Finish explanation(String value) {
        explanation = value;
        return this;
    }

    Finish pastDeadline(String value) {
        pastDeadline = value;
        return this;
    }

    Finish children(Sample... samples) {
        children = List.of(samples).stream().map(Sample::build).toList();
        return this;
    }

    @SuppressWarnings("NullAway") // It does not see the @Nullable of an array in a compiled record.
    AttemptEnding build() {
        return new AttemptEnding(
                id, epoch, attempt, kind, delay, result, error, reason, explanation, pastDeadline, children);
    }
}
