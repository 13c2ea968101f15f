package dev.reprise.retry;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.policy.PolicyWarning;
import java.util.concurrent.atomic.AtomicBoolean;

/** Logs what a policy warns of, once for a retrier and all that are made from it without another policy. */
final class PolicyWarnings {
    private static final System.Logger LOG = System.getLogger("dev.reprise.retry");

    private final AtomicBoolean logged = new AtomicBoolean();

    void logOnce(RetrierSettings settings) {
        if (!logged.get() && logged.compareAndSet(false, true)) {
            if (settings.policy.maxAttempts() > 1
                    && settings.policy.backoff().explain(1).lower().compareTo(settings.patience) > 0) {
                log(
                        settings
                                + ": every wait is longer than patience, so that nothing is retried; set patience, or a"
                                + " shorter schedule",
                        WARNING);
            }
            for (PolicyWarning warning : settings.policy.check(settings.classifier, null)) {
                log(settings.policy + ": " + warning, warning.code().isInformation() ? DEBUG : WARNING);
            }
        }
    }

    private static void log(String line, System.Logger.Level level) {
        try {
            LOG.log(level, line);
        } catch (RuntimeException brokenLog) {
            // The call is to be made all the same.
        }
    }
}
