package dev.reprise.cli;

import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes what became of a command as one JSON object. */
final class RetryReport {
    private RetryReport() {}

    /** What became of a command in the end. */
    enum Outcome {
        SUCCESS,
        FAILED,
        /** By a signal to us. */
        INTERRUPTED
    }

    /**
     * How it all ended.
     *
     * @param started when the first attempt began
     * @param elapsed until the end of the last
     * @param outcome in a word
     * @param reason why there was no further attempt, or null: none was needed
     * @param exit the exit code of the command line
     */
    record End(
            Instant started,
            Duration elapsed,
            Outcome outcome,
            @Nullable FailReason reason,
            int exit) {}

    /** Names the command by its file alone: arguments may hold secrets. */
    static String of(String command, String policy, @Nullable String seed, RetryStory story, End end) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("command", command.substring(command.lastIndexOf('/') + 1));
        json.put("policy", policy);
        if (seed != null) {
            json.put("seed", seed);
        }
        json.put("started", instant(end.started()));
        json.put("ended", instant(end.started().plus(end.elapsed())));
        json.put("elapsedMs", end.elapsed().toMillis());
        json.put("outcome", word(end.outcome()));
        if (end.reason() != null) {
            json.put("reason", word(end.reason()));
        }
        json.put("exit", end.exit());
        json.put("attempts", story.chapters().stream().map(RetryReport::chapter).toList());
        return Json.of(json);
    }

    private static Map<String, Object> chapter(RetryStory.Chapter chapter) {
        Attempt attempt = chapter.attempt();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("attempt", attempt.number());
        json.put("started", instant(attempt.started()));
        json.put("durationMs", attempt.took().toMillis());
        json.put("end", word(attempt.end()));
        json.put("exit", attempt.status());
        String signal = ExitStatus.signal(attempt.status());
        if (signal != null) {
            json.put("signal", signal);
        }
        json.put("timedOut", attempt.end() == Attempt.End.TIMED_OUT);
        if (attempt.hint() != null) {
            json.put("hintMs", Millis.of(attempt.hint()));
        }
        if (chapter.decision() instanceof Retry retry) {
            json.put("decision", "retry");
            json.put("delayMs", Millis.of(retry.delay()));
        } else if (chapter.decision() instanceof Fail fail) {
            json.put("decision", "fail");
            json.put("reason", word(fail.reason()));
        }
        if (chapter.decision() != null) {
            json.put("why", chapter.decision().explain().toString());
        }
        return json;
    }

    private static String instant(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
