package dev.reprise.retry;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Tells each listener, and keeps what one throws from the call: it is reported once. Without listeners, costs nothing. */
final class Listeners {
    static final Listeners NONE = new Listeners(List.of());

    private static final System.Logger LOG = System.getLogger("dev.reprise.retry");

    private final List<RetryListener> all;
    private final AtomicBoolean reported = new AtomicBoolean();

    private Listeners(List<RetryListener> all) {
        this.all = all;
    }

    Listeners with(RetryListener another) {
        List<RetryListener> longer = new ArrayList<>(all);
        longer.add(another);
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
        for (RetryListener listener : all) {
            try {
                event.accept(listener);
            } catch (Throwable broken) {
                if (reported.compareAndSet(false, true)) {
                    LOG.log(
                            WARNING,
                            "the listener " + listener.getClass().getName()
                                    + " threw; the calls go on, and this is not reported again",
                            broken);
                }
            }
        }
    }
}
