package dev.reprise.retry;

import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Writes down what a listener is told. */
final class Events implements RetryListener {
    private final List<String> told = new ArrayList<>();

    synchronized List<String> told() {
        return List.copyOf(told);
    }

    @Override
    public void attemptFailed(int attempt, Throwable failure) {
        tell("failed " + attempt + " " + failure.getMessage());
    }

    @Override
    public void retryScheduled(int attempt, Throwable failure, Retry decision) {
        tell("retry " + attempt + " " + failure.getMessage() + " " + decision.delay());
    }

    @Override
    public void gaveUp(int attempts, Throwable failure, Fail decision) {
        tell("gave up " + attempts + " " + failure.getMessage() + " " + decision.reason());
    }

    @Override
    public void succeeded(int attempts, Duration elapsed) {
        tell("succeeded " + attempts + " " + elapsed);
    }

    private synchronized void tell(String event) {
        told.add(event);
    }
}
