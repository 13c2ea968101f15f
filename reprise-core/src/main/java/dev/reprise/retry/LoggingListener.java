package dev.reprise.retry;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.backoff.Durations;
import dev.reprise.internal.Causes;
import dev.reprise.policy.BrokenClassifier;
import dev.reprise.policy.RetryDecision;
import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** One line for each thing that happens. */
final class LoggingListener implements RetryListener {
    static final LoggingListener INSTANCE = new LoggingListener();

    private static final System.Logger LOG = System.getLogger("dev.reprise.retry");

    private LoggingListener() {}

    @Override
    public void retryScheduled(int attempt, Throwable failure, Retry decision) {
        tellBroken(decision);
        LOG.log(
                INFO,
                () -> "attempt " + attempt + " failed: " + words(failure) + "; the next one follows in "
                        + Durations.format(decision.delay()));
    }

    @Override
    public void gaveUp(int attempts, Throwable failure, Fail decision) {
        tellBroken(decision);
        LOG.log(
                WARNING,
                () -> "gave up at attempt " + attempts + ": "
                        + decision.reason().words() + "; it failed: " + words(failure));
    }

    @Override
    public void succeeded(int attempts, Duration elapsed) {
        LOG.log(
                INFO,
                () -> "succeeded at attempt " + attempts + " after "
                        + Durations.format(elapsed.truncatedTo(ChronoUnit.MILLIS)));
    }

    private static void tellBroken(RetryDecision decision) {
        for (BrokenClassifier broken : decision.brokenClassifiers()) {
            LOG.log(WARNING, () -> "a classifier broke and was skipped: " + broken, broken.exception());
        }
    }

    private static String words(Throwable failure) {
        return failure.getClass().getName() + ": " + Causes.message(failure);
    }
}
