package dev.reprise.backoff;

import dev.reprise.internal.NearestWord;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Read and write the text form of schedules. */
final class BackoffText {
    private static final List<String> CURVES = List.of("exponential", "linear", "constant", "steps", "none");
    private static final List<String> SETTINGS = List.of("base", "factor", "max", "limit", "free", "jitter");
    private static final List<String> JITTERS = List.of("none", "full", "equal");
    private static final Pattern BLANKS = Pattern.compile("[ \\t\\r\\n]+");
    private static final Pattern DECIMAL = Pattern.compile("[0-9]+(\\.[0-9]+)?");
    private static final Pattern WHOLE = Pattern.compile("[0-9]+");

    private BackoffText() {}

    static BackoffSettings parse(String text) {
        List<String> words =
                BLANKS.splitAsStream(text).filter(word -> !word.isEmpty()).toList();
        if (words.isEmpty()) {
            throw new IllegalArgumentException("schedule: empty; allowed is " + String.join(", ", CURVES));
        }
        String curve = words.get(0);
        return switch (curve) {
            case "exponential" -> based(CurveKind.EXPONENTIAL, words);
            case "linear" -> based(CurveKind.LINEAR, words);
            case "constant" ->
                settings(
                        BackoffSettings.of(
                                CurveKind.CONSTANT,
                                List.of(Durations.parseCompact("constant", argument(words, "delay", "10s")))),
                        words,
                        2);
            case "steps" ->
                settings(BackoffSettings.of(CurveKind.STEPS, steps(argument(words, "list", "15s,1m,5m"))), words, 2);
            case "none" -> settings(BackoffSettings.of(CurveKind.NONE, List.of(Duration.ZERO)), words, 1);
            default -> throw unknown("schedule", curve, CURVES);
        };
    }

    static String format(BackoffSettings settings) {
        StringBuilder text = new StringBuilder(settings.curve().word());
        switch (settings.curve()) {
            case EXPONENTIAL, LINEAR -> text.append(" base=").append(Durations.format(settings.base()));
            case CONSTANT, STEPS ->
                text.append(' ')
                        .append(settings.points().stream()
                                .map(Durations::format)
                                .collect(Collectors.joining(",")));
            case NONE -> {}
        }
        if (settings.factor() != BackoffSettings.DEFAULT_FACTOR) {
            text.append(" factor=").append(plain(BigDecimal.valueOf(settings.factor())));
        }
        if (settings.max() != null) {
            text.append(" max=").append(Durations.format(settings.max()));
        }
        if (settings.limit() != null) {
            text.append(" limit=").append(Durations.format(settings.limit()));
        }
        if (settings.free() > 0) {
            text.append(" free=").append(settings.free());
        }
        if (settings.jitter().kind() != Jitter.Kind.NONE) {
            text.append(" jitter=").append(settings.jitter());
        }
        return text.toString();
    }

    private static BackoffSettings based(CurveKind curve, List<String> words) {
        for (int i = 1; i < words.size(); i++) {
            if (words.get(i).startsWith("base=")) {
                Duration base = Durations.parseCompact("base", words.get(i).substring("base=".length()));
                return settings(BackoffSettings.of(curve, List.of(base)), words, 1);
            }
        }
        // A mistyped `base` is told as what it is, not as a base that is missing.
        settings(BackoffSettings.of(curve, List.of(Duration.ZERO)), words, 1);
        throw new IllegalArgumentException(curve.word() + ": has no base; write `" + curve.word() + " base=1s`");
    }

    private static BackoffSettings settings(BackoffSettings start, List<String> words, int from) {
        BackoffSettings settings = start;
        Set<String> seen = new HashSet<>();
        for (int i = from; i < words.size(); i++) {
            String word = words.get(i);
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (i == 1 && Durations.isCompact(word)) {
                throw new IllegalArgumentException(
                        words.get(0) + ": `" + word + "` has no name; write `base=" + word + "`");
            }
            if (!SETTINGS.contains(name)) {
                throw unknown("schedule", name, SETTINGS);
            }
            if (equals < 0) {
                throw new IllegalArgumentException(name + ": has no value; write `" + name + "=...`");
            }
            if (!seen.add(name)) {
                throw new IllegalArgumentException(name + ": given twice; allowed is once");
            }
            settings = apply(settings, name, word.substring(equals + 1));
        }
        return settings;
    }

    private static BackoffSettings apply(BackoffSettings settings, String name, String value) {
        return switch (name) {
            case "base" -> withBase(settings, value);
            case "factor" -> settings.withFactor(decimal(name, value));
            case "max" -> settings.withMax(Durations.parseCompact(name, value));
            case "limit" -> settings.withLimit(Durations.parseCompact(name, value));
            case "free" -> settings.withFree(whole(name, value));
            default -> settings.withJitter(jitter(value));
        };
    }

    /** The base itself was read first, since every other setting is checked against it. */
    private static BackoffSettings withBase(BackoffSettings settings, String value) {
        if (settings.curve() != CurveKind.EXPONENTIAL && settings.curve() != CurveKind.LINEAR) {
            throw new IllegalStateException("base: " + value + " contradicts the curve "
                    + settings.curve().word() + "; only exponential and linear have a base");
        }
        return settings;
    }

    private static String argument(List<String> words, String what, String example) {
        if (words.size() < 2) {
            throw new IllegalArgumentException(
                    words.get(0) + ": has no " + what + "; write `" + words.get(0) + " " + example + "`");
        }
        return words.get(1);
    }

    private static List<Duration> steps(String list) {
        List<Duration> steps = new ArrayList<>();
        for (String step : list.split(",", -1)) {
            steps.add(Durations.parseCompact("steps", step));
        }
        return steps;
    }

    private static Jitter jitter(String value) {
        if (value.startsWith("+")) {
            return Jitter.additive(Durations.parseCompact("jitter", value.substring(1)));
        }
        if (value.endsWith("%")) {
            String percent = value.substring(0, value.length() - 1);
            if (!DECIMAL.matcher(percent).matches()) {
                throw new IllegalArgumentException("jitter: `" + value + "` is not a percentage from 0% to 100%");
            }
            return Jitter.ratio(new BigDecimal(percent).movePointLeft(2).doubleValue());
        }
        return switch (value) {
            case "none" -> Jitter.none();
            case "full" -> Jitter.full();
            case "equal" -> Jitter.equal();
            default ->
                throw new IllegalArgumentException("jitter: unknown `" + value + "`; "
                        + NearestWord.ask(
                                DECIMAL.matcher(value).matches() ? percent(value) : NearestWord.of(value, JITTERS))
                        + "none, a percentage (20%), full, equal, or a duration on top (+250ms)");
        };
    }

    /** Say what a number without a unit most likely means: 0.2 is a ratio, 20 is a percentage, 250 is neither. */
    private static @Nullable String percent(String number) {
        BigDecimal given = new BigDecimal(number);
        boolean isRatio = number.indexOf('.') >= 0 && given.compareTo(BigDecimal.ONE) <= 0;
        BigDecimal percent = isRatio ? given.movePointRight(2) : given;
        return percent.compareTo(BigDecimal.valueOf(100)) > 0 ? null : plain(percent) + "%";
    }

    private static double decimal(String name, String value) {
        if (!DECIMAL.matcher(value).matches()) {
            throw new IllegalArgumentException(name + ": `" + value + "` is not a number such as 2 or 1.5");
        }
        return Double.parseDouble(value);
    }

    private static int whole(String name, String value) {
        try {
            if (WHOLE.matcher(value).matches()) {
                return Integer.parseInt(value);
            }
        } catch (NumberFormatException tooLarge) {
            // Refused below, like everything else that is no count.
        }
        throw new IllegalArgumentException(
                name + ": `" + value + "` is not a whole number from 0 to " + Integer.MAX_VALUE);
    }

    private static String plain(BigDecimal number) {
        return number.stripTrailingZeros().toPlainString();
    }

    private static IllegalArgumentException unknown(String where, String word, List<String> known) {
        return new IllegalArgumentException(where + ": unknown word `" + word + "`; "
                + NearestWord.ask(NearestWord.of(word, known)) + String.join(", ", known));
    }
}
