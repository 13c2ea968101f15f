package dev.reprise.cli;

import dev.reprise.batch.BatchDecision;
import dev.reprise.batch.BatchExplanation;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Answers {@code reprise explain} as data. */
final class ExplainJson {
    private ExplainJson() {}

    static String of(Question question) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("signal", question.signal().toString());
        json.put("source", question.api() ? "api" : "direct");
        if (question.isSuccess()) {
            json.put("decision", "success");
            json.put("rule", "2xx");
            json.put("nextRun", "never");
            return Json.of(json);
        }
        BatchExplanation explanation = question.explanation();
        json.put("decision", word(explanation.decision()));
        json.put("rule", explanation.rule());
        json.put("nextRun", word(explanation.nextRun()));
        json.put("tag", explanation.tag());
        if (explanation.low() != null && explanation.high() != null) {
            json.put("lowMs", Millis.of(explanation.low()));
            json.put("highMs", Millis.of(explanation.high()));
        }
        if (question.seed() != null && question.decision() instanceof BatchDecision.Retry retry) {
            json.put("delayMs", Millis.of(retry.delay()));
        }
        if (explanation.hint() != null) {
            json.put("hintMs", Millis.of(explanation.hint()));
        }
        if (explanation.because() != null) {
            json.put("because", explanation.because());
        }
        return Json.of(json);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
