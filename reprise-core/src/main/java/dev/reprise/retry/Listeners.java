package dev.reprise.retry;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Tells each listener, and keeps what one throws from the call: it is reported once for each. Without listeners, costs nothing. */
final class Listeners {
    static final Listeners NONE = new Listeners(List.of());

    private static final System.Logger LOG = System.getLogger("dev.reprise.retry");

    private final List<Told> all;

    private Listeners(List<Told> all) {
        this.all = all;
    }

    Listeners with(RetryListener another) {
        List<Told> longer = new ArrayList<>(all);
        longer.add(new Told(another, new AtomicBoolean()));
        return new Listeners(List.copyOf(longer));
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    void attemptFailed(int attempt, Throwable failure) {
        if (!all.isEmpty()) {
            tell(listener -> listener.attemptFailed(attempt, failure));
        }
    }

    void retryScheduled(int attempt, Throwable failure, Retry decision) {
        if (!all.isEmpty()) {
            tell(listener -> listener.retryScheduled(attempt, failure, decision));
        }
    }

    void gaveUp(int attempts, Throwable failure, Fail decision) {
        if (!all.isEmpty()) {
            tell(listener -> listener.gaveUp(attempts, failure, decision));
        }
    }

    void succeeded(int attempts, Duration elapsed) {
        if (!all.isEmpty()) {
            tell(listener -> listener.succeeded(attempts, elapsed));
        }
    }

    private void tell(Consumer<RetryListener> event) {
        for (Told told : all) {
            try {
                event.accept(told.listener);
            } catch (Throwable broken) {
                told.report(broken);
            }
        }
    }

    private record Told(RetryListener listener, AtomicBoolean reported) {
        void report(Throwable broken) {
            if (reported.compareAndSet(false, true)) {
                try {
                    LOG.log(
                            WARNING,
                            "the listener " + listener.getClass().getName()
                                    + " threw; the calls go on, and this is not reported again",
                            broken);
                } catch (Throwable brokenLog) {
                    // A logger may ask what was thrown for its message, which is foreign code.
                }
            }
        }
    }
}
