package dev.reprise.retry;

import dev.reprise.backoff.Durations;
import dev.reprise.internal.Nanos;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;

/**
 * Hold and check the settings of a {@link RatioBudget}, and reckon them in whole units.
 *
 * @param deposit tokens per call
 * @param reserve tokens per second
 * @param ttl how long a token lives
 */
record RatioSettings(double deposit, double reserve, Duration ttl) {
    /** Tokens are counted in these; at 10 tokens for each of a million calls per second a long lasts for years. */
    static final long UNITS_PER_TOKEN = 10_000;
    /** The ttl is divided into so many buckets, as in Finagle. */
    static final int BUCKETS = 10;

    private static final double MAX_DEPOSIT = 10;
    private static final double MAX_RESERVE = 1_000_000;
    private static final Duration MIN_TTL = Duration.ofSeconds(1);
    private static final Duration MAX_TTL = Duration.ofHours(1);

    RatioSettings {
        Objects.requireNonNull(ttl, "ttl");
        if (!(deposit == 0 || (deposit >= 1.0 / UNITS_PER_TOKEN && deposit <= MAX_DEPOSIT))) {
            throw new IllegalArgumentException(
                    "deposit: " + deposit + " is not a number of tokens per call; allowed is 0, or 0.0001 to 10");
        }
        if (!(reserve >= 0 && reserve <= MAX_RESERVE)) {
            throw new IllegalArgumentException(
                    "reserve: " + reserve + " is not a number of retries per second; allowed is 0 to 1000000");
        }
        if (ttl.compareTo(MIN_TTL) < 0 || ttl.compareTo(MAX_TTL) > 0) {
            throw new IllegalArgumentException("ttl: " + ttl + " is out of range; allowed is 1s to 1h");
        }
        if (deposit == 0 && reserve == 0) {
            throw new IllegalStateException(
                    "deposit and reserve are both 0, so that no retry could ever be made; set one of them above 0");
        }
        if (reserve > 0 && unitsPerBucket(reserve, ttl) * BUCKETS < UNITS_PER_TOKEN) {
            throw new IllegalStateException("reserve: " + text(reserve) + " per second does not add up to one retry"
                    + " within ttl: " + Durations.format(ttl) + "; allowed is 0, a higher reserve, or a longer ttl,"
                    + " set before the reserve");
        }
    }

    long unitsPerCall() {
        return Math.round(deposit * UNITS_PER_TOKEN);
    }

    long reservePerBucket() {
        return unitsPerBucket(reserve, ttl);
    }

    long bucketNanos() {
        return Nanos.of(ttl) / BUCKETS;
    }

    private static long unitsPerBucket(double reserve, Duration ttl) {
        return Math.round(reserve * UNITS_PER_TOKEN * (Nanos.of(ttl) / 1e9) / BUCKETS);
    }

    @Override
    public String toString() {
        return "ratio deposit=" + text(deposit) + " reserve=" + text(reserve) + "/s ttl=" + Durations.format(ttl);
    }

    private static String text(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }
}
