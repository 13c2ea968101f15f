package dev.reprise.fetch.internal.run;

import dev.reprise.fetch.internal.http.Hop;
import dev.reprise.fetch.internal.journal.Outcome;
import dev.reprise.fetch.internal.journal.OutcomeAttempt;
import dev.reprise.fetch.internal.journal.OutcomeLine;
import dev.reprise.fetch.internal.url.FetchUrl;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Put what a run knows of a URL into its outcome line. */
public final class OutcomeLines {
    static final String UNSUPPORTED_URL = "UNSUPPORTED_URL";

    private final RunSettings settings;
    private final RunClock clock;
    private final String run;

    public OutcomeLines(RunSettings settings, RunClock clock, String run) {
        this.settings = settings;
        this.clock = clock;
        this.run = run;
    }

    OutcomeLine of(Task task, Step.End end, @Nullable Instant notBefore) {
        Hop.Answer answer = end.answer();
        boolean success = end.outcome() == Outcome.SUCCESS;
        return new OutcomeLine(
                task.text,
                task.url.norm(),
                task.redirected() ? task.current.norm() : null,
                end.outcome(),
                end.tag(),
                answer == null ? 0 : answer.status(),
                Math.max(task.attempts.size() - 1, 0),
                List.copyOf(task.attempts),
                notBefore,
                answer == null ? OutcomeLine.NO_BYTES : answer.bytes(),
                answer == null ? null : answer.digest(),
                answer == null ? null : answer.type(),
                success && settings.bodies() != null ? task.bodyName() : null,
                (clock.nanos() - task.beganAt) / 1_000_000,
                run);
    }

    OutcomeLine waiting(String text, @Nullable Instant notBefore) {
        String norm = FetchUrl.parse(text) instanceof FetchUrl url ? url.norm() : null;
        return bare(text, norm, Outcome.DEFERRED, null, notBefore);
    }

    OutcomeLine unsupported(String text, String reason) {
        OutcomeAttempt judged = new OutcomeAttempt(
                1, clock.now(), 0, 0, reason, "fail", OutcomeAttempt.NO_DELAY, "no absolute http or https URL");
        return new OutcomeLine(
                text,
                null,
                null,
                Outcome.FAILED,
                UNSUPPORTED_URL,
                0,
                0,
                List.of(judged),
                null,
                OutcomeLine.NO_BYTES,
                null,
                null,
                null,
                0,
                run);
    }

    private OutcomeLine bare(
            String text, @Nullable String norm, Outcome outcome, @Nullable String tag, @Nullable Instant notBefore) {
        return new OutcomeLine(
                text,
                norm,
                null,
                outcome,
                tag,
                0,
                0,
                List.of(),
                notBefore,
                OutcomeLine.NO_BYTES,
                null,
                null,
                null,
                0,
                run);
    }
}
