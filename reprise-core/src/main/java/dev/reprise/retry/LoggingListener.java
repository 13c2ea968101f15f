package dev.reprise.retry;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.backoff.Durations;
import dev.reprise.internal.Causes;
import dev.reprise.policy.BrokenClassifier;
import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryDecision;
import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One line for each thing that happens. */
final class LoggingListener implements RetryListener {
    static final LoggingListener SYSTEM = new LoggingListener(System.getLogger("dev.reprise.retry")::log);

    private final Log log;

    private LoggingListener(Log log) {
        this.log = log;
    }

    static LoggingListener to(Consumer<String> lines) {
        return new LoggingListener((level, line, thrown) -> lines.accept(line));
    }

    @Override
    public void retryScheduled(int attempt, Throwable failure, Retry decision) {
        tellBroken(decision);
        String delay = Durations.format(decision.delay());
        log.add(INFO, "attempt " + attempt + " failed: " + words(failure) + "; the next one follows in " + delay, null);
    }

    @Override
    public void gaveUp(int attempts, Throwable failure, Fail decision) {
        tellBroken(decision);
        FailReason reason = decision.reason();
        log.add(
                WARNING,
                (reason.isNotRetryable() ? "not retried after attempt " : "gave up at attempt ") + attempts + ": "
                        + RetryNote.words(reason, decision.refusedDelay())
                        + "; it failed: " + words(failure),
                null);
    }

    @Override
    public void succeeded(int attempts, Duration elapsed) {
        String time = Durations.format(elapsed.truncatedTo(ChronoUnit.MILLIS));
        log.add(INFO, "succeeded at attempt " + attempts + " after " + time, null);
    }

    private void tellBroken(RetryDecision decision) {
        for (BrokenClassifier broken : decision.brokenClassifiers()) {
            log.add(WARNING, "a classifier broke and was skipped: " + broken, broken.exception());
        }
    }

    /** Where the lines go. */
    private interface Log {
        void add(Level level, String line, @Nullable Throwable thrown);
    }

    private static String words(Throwable failure) {
        String message = Causes.message(failure);
        return failure.getClass().getName() + (message.isEmpty() ? "" : ": " + message);
    }
}
