package dev.reprise.jobs.worker;

import dev.reprise.jobs.store.Lapsed;
import dev.reprise.jobs.store.Reclaim;
import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryPolicy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of a job whose lease lapsed. Pure, and of the row alone: every sweeper, also one that does not know
 * the type, comes to the same instant.
 *
 * <p>The delay is that of the stored schedule at n = attempt; its draw is the first four bytes of the MD5 of {@code <job
 * id>:<attempt>}, as an unsigned number, divided by 2^32.
 */
final class ReclaimDecider {
    private final Duration maxRetryDelay;

    ReclaimDecider(Duration maxRetryDelay) {
        this.maxRetryDelay = maxRetryDelay;
    }

    Reclaim decide(Lapsed lapsed) {
        if (lapsed.isPoison()) {
            return crashed(lapsed, "POISON", "the third lapse within 72 h under a third worker");
        }
        try {
            RetryPolicy policy = Policies.bounded(Policies.stored(lapsed.policy()), maxRetryDelay);
            RetryKind kind = lapsed.kind();
            if (kind == null) {
                throw BadRowException.unknownKind();
            }
            if (!isAttemptLeft(kind, lapsed)) {
                return crashed(
                        lapsed,
                        FailReason.ATTEMPTS_EXHAUSTED.name(),
                        "attempt " + lapsed.attempt() + " of " + lapsed.maxAttempts() + " crashed, and none is left");
            }
            double draw = draw(lapsed);
            long curve = policy.backoff().delayNanos(lapsed.attempt(), draw);
            long bounded = Math.min(curve, Checks.nanos(policy.maxDelay()));
            Duration floor = policy.minDelay();
            Duration delay = Duration.ofNanos(floor == null ? bounded : Math.max(bounded, Checks.nanos(floor)));
            return reclaim(
                    lapsed,
                    delay,
                    null,
                    "attempt " + lapsed.attempt() + " crashed; " + policy.backoff() + " at n=" + lapsed.attempt()
                            + ", draw " + draw + ", gives " + delay + " from the end of the lease");
        } catch (BadRowException bad) {
            return crashed(lapsed, bad.reason(), SafeText.of(String.valueOf(bad.getMessage())));
        }
    }

    /** 0 to 1, the same on every machine. */
    static double draw(Lapsed lapsed) {
        byte[] text = (lapsed.id() + ":" + lapsed.attempt()).getBytes(StandardCharsets.US_ASCII);
        try {
            int first = ByteBuffer.wrap(MessageDigest.getInstance("MD5").digest(text))
                    .getInt();
            return Integer.toUnsignedLong(first) / 4_294_967_296.0;
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every JVM has MD5", impossible);
        }
    }

    private static boolean isAttemptLeft(RetryKind kind, Lapsed lapsed) {
        return switch (kind) {
            case TRANSIENT -> lapsed.attempt() < lapsed.maxAttempts() && lapsed.attempt() < Policies.LAST_ATTEMPT;
            case INDEFINITE -> lapsed.attempt() < Policies.LAST_ATTEMPT;
            case NON_RETRYABLE -> false;
        };
    }

    private static Reclaim crashed(Lapsed lapsed, String reason, String explanation) {
        return reclaim(lapsed, null, reason, explanation);
    }

    private static Reclaim reclaim(
            Lapsed lapsed, @Nullable Duration delay, @Nullable String reason, String explanation) {
        return new Reclaim(
                lapsed.id(),
                lapsed.worker(),
                lapsed.epoch(),
                lapsed.attempt(),
                delay,
                "the lease of attempt " + lapsed.attempt() + " lapsed: its worker died, or could not reach the store",
                reason,
                explanation);
    }
}
