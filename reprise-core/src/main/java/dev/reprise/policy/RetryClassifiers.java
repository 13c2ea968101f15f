package dev.reprise.policy;

import org.jspecify.annotations.Nullable;

/** Make classifiers: of HTTP statuses and hints, of connection failures and time-outs, or of several classifiers. */
public final class RetryClassifiers {
    private RetryClassifiers() {}

    /**
     * Ask several classifiers in this order; the first override wins.
     *
     * <p>Each member is isolated: one that throws an exception is skipped, and the others are still asked.
     *
     * @param classifiers the members; without any, the policy always decides
     * @return the composed classifier
     */
    public static RetryClassifier compose(RetryClassifier... classifiers) {
        return ComposedClassifier.of(classifiers);
    }

    /**
     * Retry rate-limited calls until a deadline stops them: {@link #rateLimitAware(RetryKind)} with
     * {@link RetryKind#INDEFINITE}.
     *
     * @return the classifier
     */
    public static RetryClassifier rateLimitAware() {
        return rateLimitAware(RetryKind.INDEFINITE);
    }

    /**
     * Recognise rate limits, and wait as long as the server asks.
     *
     * <p>A rate limit is HTTP status 429, or a class whose simple name is exactly {@code RateLimitError} or
     * {@code RateLimitException}. Only then the hint is read; the override has the claimed kind, and the hint if it is
     * usable (see {@link dev.reprise.http.RetryAfter}).
     *
     * @param claim the kind to claim, TRANSIENT or INDEFINITE; null claims none, and passes on usable hints alone
     * @return the classifier
     * @throws IllegalArgumentException if the claim is NON_RETRYABLE
     */
    public static RetryClassifier rateLimitAware(@Nullable RetryKind claim) {
        if (claim == RetryKind.NON_RETRYABLE) {
            throw new IllegalArgumentException("claim: NON_RETRYABLE is not TRANSIENT, INDEFINITE or null (none)");
        }
        return new RateLimits(claim);
    }

    /**
     * Obey servers that say when to come back: statuses 429 and 503 with a usable hint are TRANSIENT, with that hint.
     *
     * @return the classifier
     */
    public static RetryClassifier serverHints() {
        return ServerHints.INSTANCE;
    }

    /**
     * Tell passing failures from lasting ones, by the default sets of {@link FailureTaxonomy}.
     *
     * @return the classifier, whose sets can be replaced
     */
    public static FailureTaxonomy failureTaxonomy() {
        return FailureTaxonomy.DEFAULT;
    }
}
