package dev.reprise.policy;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Durations;
import dev.reprise.internal.NearestWord;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Read and write the text form of policies. */
final class PolicyText {
    private static final Map<String, RetryKind> KINDS = Map.of(
            "transient", RetryKind.TRANSIENT,
            "indefinite", RetryKind.INDEFINITE,
            "never", RetryKind.NON_RETRYABLE);
    private static final List<String> SETTINGS =
            List.of("attempts", "retries", "budget", "floor", "bound", "hint", "spread");
    private static final List<String> CURVES = List.of("exponential", "linear", "constant", "steps", "none");
    private static final List<String> KNOWN = List.of(
            "transient",
            "indefinite",
            "never",
            "attempts",
            "retries",
            "budget",
            "floor",
            "bound",
            "hint",
            "spread",
            "exponential",
            "linear",
            "constant",
            "steps",
            "none");
    private static final Pattern BLANKS = Pattern.compile("[ \\t\\r\\n]+");
    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");
    private static final Pattern PERCENT = Pattern.compile("[0-9]+(\\.[0-9]+)?%");

    private PolicyText() {}

    static PolicyDraft parse(String text) {
        List<String> words =
                BLANKS.splitAsStream(text).filter(word -> !word.isEmpty()).toList();
        PolicyDraft draft = new PolicyDraft(SettingNames.TEXT);
        Set<String> seen = new HashSet<>();
        String kindWord = null;
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (CURVES.contains(name)) {
                draft.backoff = Backoff.parse(String.join(" ", words.subList(i, words.size())));
                return draft;
            }
            RetryKind kind = KINDS.get(name);
            if (!seen.add(name)) {
                throw new IllegalArgumentException(name + ": given twice; allowed is once");
            }
            if (kind != null) {
                if (equals >= 0) {
                    throw new IllegalArgumentException(name + ": takes no value; write `" + name + "`");
                }
                if (kindWord != null) {
                    throw new IllegalArgumentException(
                            kindWord + " and " + name + ": both given; a policy has one kind");
                }
                kindWord = name;
                draft.kind = kind;
            } else if (equals < 0 && SETTINGS.contains(name)) {
                throw new IllegalArgumentException(name + ": has no value; write `" + name + "=...`");
            } else {
                apply(draft, name, word.substring(equals + 1));
            }
        }
        throw new IllegalArgumentException(
                "policy: `" + text + "` has no schedule; it ends with one, such as `exponential base=5s`");
    }

    static String format(RetryPolicy policy) {
        List<String> words = new ArrayList<>();
        words.add(word(policy.kind()));
        words.add("attempts=" + policy.maxAttempts());
        if (policy.timeBudget() != null) {
            words.add("budget=" + Durations.format(policy.timeBudget()));
        }
        if (policy.minDelay() != null) {
            words.add("floor=" + Durations.format(policy.minDelay()));
        }
        words.add("bound=" + Durations.format(policy.maxDelay()));
        words.add("hint=" + SettingNames.word(policy.hintMode()));
        if (policy.hintSpread() > 0) {
            words.add("spread=" + SettingNames.percent(policy.hintSpread()));
        }
        words.add(policy.backoff().toString());
        return String.join(" ", words);
    }

    private static String word(RetryKind kind) {
        return switch (kind) {
            case TRANSIENT -> "transient";
            case INDEFINITE -> "indefinite";
            case NON_RETRYABLE -> "never";
        };
    }

    private static void apply(PolicyDraft draft, String name, String value) {
        if (!SETTINGS.contains(name)) {
            throw new IllegalArgumentException("policy: unknown word `" + name + "`; "
                    + NearestWord.ask(NearestWord.of(name, KNOWN)) + String.join(", ", KNOWN));
        }
        switch (name) {
            case "attempts" -> draft.maxAttempts(whole(name, value));
            case "retries" -> draft.maxRetries(whole(name, value));
            case "budget" -> draft.timeBudget = Durations.parseCompact(name, value);
            case "floor" -> draft.minDelay = Durations.parseCompact(name, value);
            case "bound" -> draft.maxDelay = Durations.parseCompact(name, value);
            case "hint" -> draft.hintMode = hintMode(value);
            default -> draft.hintSpread = spread(value);
        }
    }

    private static HintMode hintMode(String value) {
        return switch (value) {
            case "atleast" -> HintMode.AT_LEAST;
            case "exact" -> HintMode.EXACT;
            default ->
                throw new IllegalArgumentException("hint: unknown `" + value + "`; "
                        + NearestWord.ask(NearestWord.of(value, List.of("atleast", "exact"))) + "atleast, exact");
        };
    }

    private static long whole(String name, String value) {
        if (!WHOLE.matcher(value).matches()) {
            throw new IllegalArgumentException(name + ": `" + value + "` is not a whole number");
        }
        return Long.parseLong(value);
    }

    private static double spread(String value) {
        if (!PERCENT.matcher(value).matches()) {
            throw new IllegalArgumentException("spread: `" + value + "` is not a percentage from 0% to 100%");
        }
        return new BigDecimal(value.substring(0, value.length() - 1))
                .movePointLeft(2)
                .doubleValue();
    }
}
