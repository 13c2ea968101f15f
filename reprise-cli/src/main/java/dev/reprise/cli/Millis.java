package dev.reprise.cli;

import java.math.BigDecimal;
import java.time.Duration;

/** Writes durations in milliseconds, exactly: a fraction appears only where there is one. */
final class Millis {
    private Millis() {}

    static BigDecimal of(Duration duration) {
        BigDecimal millis = BigDecimal.valueOf(duration.getSeconds())
                .movePointRight(3)
                .add(BigDecimal.valueOf(duration.getNano(), 6))
                .stripTrailingZeros();
        return millis.scale() < 0 ? millis.setScale(0) : millis;
    }

    static String text(Duration duration) {
        return of(duration).toPlainString();
    }
}
