package dev.reprise.cli;

import dev.reprise.backoff.Durations;
import dev.reprise.batch.BatchDecision;
import dev.reprise.batch.BatchExplanation;
import dev.reprise.batch.NextRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Answers {@code reprise explain} in words: this run, the next run, and why. */
final class ExplainWords {
    private ExplainWords() {}

    static String of(Question question) {
        String source = question.api() ? "through a contents API" : "from the page itself";
        List<String> lines = new ArrayList<>();
        if (question.isSuccess()) {
            lines.add(question.signal() + ", " + source + ": success");
            lines.add("  this run: the page is taken, also if it is empty");
            lines.add("  next run: does not send it, it is done");
            return String.join(System.lineSeparator(), lines);
        }
        BatchExplanation answer = question.explanation();
        lines.add(question.signal() + ", " + source + ": "
                + answer.decision().name().toLowerCase(Locale.ROOT) + ", tag " + answer.tag());
        lines.add("  this run: " + thisRun(question, answer));
        lines.add("  next run: " + nextRun(answer));
        lines.add("  why:      " + why(question, answer));
        return String.join(System.lineSeparator(), lines);
    }

    private static String thisRun(Question question, BatchExplanation answer) {
        return switch (answer.decision()) {
            case RETRY -> "sends it again after " + delay(question, answer);
            case DEFER ->
                "leaves it"
                        + (answer.hint() == null
                                ? ""
                                : "; the server asked to wait " + Durations.format(answer.hint()));
            case FAIL -> "gives it up";
            case STOP -> "ends: what is in flight finishes, the rest of the list is skipped";
        };
    }

    private static String delay(Question question, BatchExplanation answer) {
        Duration low = Objects.requireNonNull(answer.low());
        Duration high = Objects.requireNonNull(answer.high());
        String band = Durations.format(low) + (low.equals(high) ? "" : " to " + Durations.format(high));
        String retry = " (retry " + (question.retriesDone() + 1) + ")";
        if (question.seed() != null && !low.equals(high) && question.decision() instanceof BatchDecision.Retry drawn) {
            return Durations.format(drawn.delay()) + retry + ", drawn from " + band;
        }
        return band + retry;
    }

    private static String nextRun(BatchExplanation answer) {
        return switch (answer.decision()) {
            case RETRY ->
                answer.nextRun() == NextRun.SEND ? "sends it, if this run ends before it is done" : "does not send it";
            default -> answer.nextRun() == NextRun.SEND ? "sends it" : "does not send it: this is final";
        };
    }

    private static String why(Question question, BatchExplanation answer) {
        StringBuilder why = new StringBuilder("the rule is `" + answer.rule() + "`");
        if (answer.because() != null) {
            why.append("; ").append(answer.because());
        }
        if (question.hint() == null && question.retryAfter() != null) {
            why.append("; Retry-After `").append(question.retryAfter()).append("` gives no usable hint");
        } else if (question.hint() != null && answer.hint() == null) {
            why.append("; the hint of ")
                    .append(Durations.format(question.hint()))
                    .append(" does not count here");
        } else if (answer.hint() != null && answer.hint().equals(answer.low())) {
            why.append("; the hint of ").append(Durations.format(answer.hint())).append(" is the least wait");
        }
        return why.append(question.decision().holdsHost() ? "; its host is held too" : "")
                .toString();
    }
}
