package dev.reprise.cli;

import dev.reprise.backoff.Durations;
import dev.reprise.backoff.ReplayRandom;
import dev.reprise.policy.AttemptState;
import dev.reprise.policy.FailReason;
import dev.reprise.policy.PolicyWarning;
import dev.reprise.policy.RetryClassifier;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryOverride;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.retry.Retrier;
import dev.reprise.retry.RetryResult;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** One command as a user sees it: attempts, what is said of them, signals, report, exit code. */
final class RetrySession {
    /** Whoever asks for a schedule of hours wants to wait for hours. */
    private static final Duration PATIENCE = Duration.ofNanos(Long.MAX_VALUE);

    /** Kept, so that it stays off: what it warns of is said by us. */
    private static final Logger ENGINE = Logger.getLogger("dev.reprise.retry");

    private final Console console;
    private final boolean quiet;
    private final boolean verbose;
    private final RetryPolicy policy;
    private final RetryRules rules;
    private final CommandRunner.Spec command;

    RetrySession(
            Console console,
            boolean quiet,
            boolean verbose,
            RetryPolicy policy,
            RetryRules rules,
            CommandRunner.Spec command) {
        this.console = console;
        this.quiet = quiet;
        this.verbose = verbose;
        this.policy = policy;
        this.rules = rules;
        this.command = command;
    }

    /**
     * Runs to the end.
     *
     * @param seed of the waits, or null: they are drawn at random
     * @param report where to write what happened, or null: nowhere
     * @return the exit code
     */
    int run(CommandStdin stdin, @Nullable String seed, @Nullable ReportFile report) {
        ENGINE.setLevel(Level.OFF);
        for (PolicyWarning warning : policy.check(rules, null)) {
            if (!warning.code().isInformation()) {
                say("warning: " + warning.words().replace("timeBudget", "--budget"));
            }
        }
        RetryStory story = new RetryStory(rules, policy.maxAttempts(), this::say, verbose);
        Instant started = Instant.now();
        long begun = System.nanoTime();
        FailReason reason;
        Duration elapsed;
        try (RetrySignals signals = RetrySignals.listen(this::sayOnNewLine)) {
            CommandRunner runner = new CommandRunner(command, console, stdin, signals);
            try {
                reason = reason(retrier(seed, signals, story).tryCall(() -> attempt(runner, stdin, story)));
            } catch (InterruptedException ended) {
                reason = FailReason.INTERRUPTED;
            }
            signals.over();
            elapsed = Duration.ofNanos(System.nanoTime() - begun);
            RetryReport.End end = end(started, elapsed, reason, signals, story);
            sayEnd(end, story);
            if (report != null) {
                write(report, RetryReport.of(command.words().get(0), policy.toString(), seed, story, end));
            }
            return end.exit();
        }
    }

    private Retrier retrier(@Nullable String seed, RetrySignals signals, RetryStory story) {
        Retrier retrier = Retrier.of(policy)
                .on(AttemptFailed.class)
                .patience(PATIENCE)
                .classifier(new UnlessEnding(rules, signals))
                .listen(story);
        return seed == null ? retrier : retrier.random(ReplayRandom.of(seed));
    }

    private static @Nullable FailReason reason(RetryResult<Attempt> result) {
        if (result.failure() instanceof RuntimeException bug) {
            throw bug;
        }
        return result.reason();
    }

    /** After a signal that asks for the end nothing is worth another attempt. */
    private record UnlessEnding(RetryRules rules, RetrySignals signals) implements RetryClassifier {
        @Override
        public @Nullable RetryOverride classify(Throwable failure, AttemptState state) {
            return signals.isEnding() ? RetryOverride.kind(RetryKind.NON_RETRYABLE) : rules.classify(failure, state);
        }

        @Override
        public String toString() {
            return signals.isEnding() ? "signal " + signals.first() : rules.toString();
        }
    }

    private Attempt attempt(CommandRunner runner, CommandStdin stdin, RetryStory story)
            throws AttemptFailed, InterruptedException {
        int number = story.attempts() + 1;
        if (stdin.isMissed(number)) {
            say("attempt 1 had stdin; later ones get an empty one (--stdin buffer gives it to each)");
        }
        Attempt attempt = runner.attempt(number);
        story.made(attempt);
        if (!attempt.isSuccess()) {
            throw new AttemptFailed(attempt);
        }
        return attempt;
    }

    private static RetryReport.End end(
            Instant started, Duration elapsed, @Nullable FailReason reason, RetrySignals signals, RetryStory story) {
        if (reason == null) {
            return new RetryReport.End(started, elapsed, RetryReport.Outcome.SUCCESS, null, ExitStatus.SUCCESS);
        }
        if (signals.isEnding()) {
            return new RetryReport.End(
                    started, elapsed, RetryReport.Outcome.INTERRUPTED, FailReason.INTERRUPTED, signals.exitCode());
        }
        return new RetryReport.End(
                started,
                elapsed,
                RetryReport.Outcome.FAILED,
                reason,
                Objects.requireNonNull(story.last(), "last").exitCode());
    }

    private void sayEnd(RetryReport.End end, RetryStory story) {
        String attempts = Words.count(story.attempts(), "attempt");
        String in = " in " + ShortDuration.of(end.elapsed());
        if (end.outcome() == RetryReport.Outcome.SUCCESS && story.attempts() > 1) {
            say("succeeded after " + attempts + in);
        } else if (end.outcome() == RetryReport.Outcome.FAILED && end.reason() != FailReason.NON_RETRYABLE) {
            Duration refused = story.refusedDelay();
            String why = refused == null || policy.timeBudget() == null
                    ? Objects.requireNonNull(end.reason()).words()
                    : "a wait of " + ShortDuration.of(refused) + " does not fit into --budget "
                            + Durations.format(policy.timeBudget());
            say("gave up after " + attempts + in + ": " + why);
        }
    }

    private void write(ReportFile report, String json) {
        try {
            report.write(json);
        } catch (IOException unwritable) {
            console.err()
                    .println("reprise: --report `" + report.named() + "` cannot be written: " + Reason.of(unwritable));
        }
    }

    private void say(String words) {
        if (!quiet) {
            console.err().println("reprise: " + words);
        }
    }

    /** On a terminal the cursor stands behind the ^C. */
    private void sayOnNewLine(String words) {
        if (!quiet && console.canRedraw()) {
            console.err().println();
        }
        say(words);
    }
}
