package dev.reprise.backoff;

import java.util.Locale;

/** Name the curves a schedule can follow. */
enum CurveKind {
    EXPONENTIAL,
    LINEAR,
    CONSTANT,
    STEPS,
    NONE;

    /** The word of the text form. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What the one duration of the curve is called. */
    String baseName() {
        return this == CONSTANT ? "delay" : "base";
    }
}
