package dev.reprise.policy;

import java.math.BigDecimal;

/** Name settings as their writer wrote them, so that a refusal speaks of words that are there. */
enum SettingNames {
    /** The methods of {@link RetryPolicy}. */
    CODE("maxAttempts", "maxRetries", "timeBudget", "minDelay", "maxDelay", "hintMode", "hintSpread"),
    /** The words of the text form. */
    TEXT("attempts", "retries", "budget", "floor", "bound", "hint", "spread");

    final String attempts;
    final String retries;
    final String budget;
    final String floor;
    final String bound;
    final String hint;
    final String spread;

    SettingNames(
            String attempts, String retries, String budget, String floor, String bound, String hint, String spread) {
        this.attempts = attempts;
        this.retries = retries;
        this.budget = budget;
        this.floor = floor;
        this.bound = bound;
        this.hint = hint;
        this.spread = spread;
    }

    String mode(HintMode mode) {
        return this == CODE ? mode.name() : word(mode);
    }

    String ratio(double ratio) {
        return this == CODE ? Double.toString(ratio) : percent(ratio);
    }

    String ratioRange() {
        return this == CODE ? "a ratio from 0 to 1" : "a percentage from 0% to 100%";
    }

    static String word(HintMode mode) {
        return mode == HintMode.EXACT ? "exact" : "atleast";
    }

    /** Shifts the decimal point: a multiplication would not come back as the same ratio. */
    static String percent(double ratio) {
        return BigDecimal.valueOf(ratio).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
    }
}
