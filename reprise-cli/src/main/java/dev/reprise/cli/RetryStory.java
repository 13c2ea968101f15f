package dev.reprise.cli;

import dev.reprise.policy.RetryDecision;
import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import dev.reprise.retry.RetryListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Remembers the attempts and what was decided after each, and tells it as it happens. */
final class RetryStory implements RetryListener {
    /**
     * An attempt and what followed.
     *
     * @param decision null after a success, and after a failure that a signal made the last
     */
    record Chapter(Attempt attempt, @Nullable RetryDecision decision) {}

    private final RetryRules rules;
    private final int maxAttempts;
    private final Consumer<String> talk;
    private final boolean verbose;
    private final List<Chapter> chapters = new ArrayList<>();

    /**
     * Begins a story.
     *
     * @param talk who tells it
     * @param verbose whether the rule behind each decision is told, too
     */
    RetryStory(RetryRules rules, int maxAttempts, Consumer<String> talk, boolean verbose) {
        this.rules = rules;
        this.maxAttempts = maxAttempts;
        this.talk = talk;
        this.verbose = verbose;
    }

    void made(Attempt attempt) {
        chapters.add(new Chapter(attempt, null));
    }

    int attempts() {
        return chapters.size();
    }

    List<Chapter> chapters() {
        return List.copyOf(chapters);
    }

    /** Returns the last attempt, or null: a signal came before the first. */
    @Nullable
    Attempt last() {
        return chapters.isEmpty() ? null : chapters.get(chapters.size() - 1).attempt();
    }

    /** Returns the wait that did not fit after the last attempt, or null: there was none. */
    @Nullable
    Duration refusedDelay() {
        return !chapters.isEmpty() && chapters.get(chapters.size() - 1).decision() instanceof Fail fail
                ? fail.refusedDelay()
                : null;
    }

    @Override
    public void retryScheduled(int number, Throwable failure, Retry decision) {
        Attempt attempt = decided(decision);
        String hint = attempt.hint() == null ? "" : " (hint " + ShortDuration.of(attempt.hint()) + ")";
        talk.accept(words(attempt) + "; next try in " + ShortDuration.of(decision.delay()) + hint);
        explain(decision);
    }

    @Override
    public void gaveUp(int attempts, Throwable failure, Fail decision) {
        if (chapters.get(chapters.size() - 1).decision() != null) {
            // A signal ended the wait: its decision was told.
            return;
        }
        Attempt attempt = decided(decision);
        String why = rules.whyFinal(attempt);
        // Why it could not start or write was said as an error.
        boolean said = attempt.end() == Attempt.End.NOT_STARTED || attempt.end() == Attempt.End.UNWRITABLE;
        if (!said || why == null) {
            talk.accept(words(attempt) + (why == null ? "" : "; not tried again: " + why));
        }
        explain(decision);
    }

    private void explain(RetryDecision decision) {
        if (verbose) {
            talk.accept("  " + decision.explain());
        }
    }

    private Attempt decided(RetryDecision decision) {
        int last = chapters.size() - 1;
        Attempt attempt = chapters.get(last).attempt();
        chapters.set(last, new Chapter(attempt, Objects.requireNonNull(decision, "decision")));
        return attempt;
    }

    private String words(Attempt attempt) {
        return "attempt " + attempt.number() + " of " + maxAttempts + " " + attempt.words();
    }
}
