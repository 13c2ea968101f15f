package dev.reprise.fetch.internal.run;

import dev.reprise.batch.BatchDecision;
import dev.reprise.batch.BatchPolicy;
import dev.reprise.batch.BatchStep;
import dev.reprise.batch.FailureKind;
import dev.reprise.batch.Signal;
import dev.reprise.fetch.internal.http.Cookies;
import dev.reprise.fetch.internal.http.Hop;
import dev.reprise.fetch.internal.journal.Outcome;
import dev.reprise.fetch.internal.journal.OutcomeAttempt;
import dev.reprise.fetch.internal.url.FetchUrl;
import dev.reprise.http.RetryAfter;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Turn what was heard of one hop into the next step; notes each finished attempt in its task. */
final class Steps {
    private final RunSettings settings;
    private final BatchPolicy policy;
    private final RunClock clock;

    Steps(RunSettings settings, RunClock clock) {
        this.settings = settings;
        this.policy = settings.policy();
        this.clock = clock;
    }

    Step after(Task task, Hop hop) {
        if (hop instanceof Hop.Answer answer) {
            return answer(task, answer);
        }
        if (hop instanceof Hop.Broken broken) {
            return decide(task, broken.signal(), null, null, broken.words());
        }
        throw new IllegalArgumentException("nothing was sent, so nothing is decided: " + hop);
    }

    private Step answer(Task task, Hop.Answer answer) {
        Duration hint = hint(answer);
        if (isRedirect(answer.status()) && answer.location() != null) {
            if (task.current.resolveHeader(answer.location()) instanceof FetchUrl next) {
                return redirect(task, answer, next, hint);
            }
        }
        Signal signal = Signal.status(answer.status());
        if (policy.isSuccess(signal)) {
            note(task, answer.status(), null, "success", null, null);
            return new Step.End(Outcome.SUCCESS, null, answer, null, true, false);
        }
        return decide(task, signal, answer, hint, null);
    }

    private Step redirect(Task task, Hop.Answer answer, FetchUrl next, @Nullable Duration hint) {
        if (task.hops == 0) {
            task.visit(task.current);
        }
        if (!answer.cookies().isEmpty()) {
            Cookies cookies = task.cookies == null ? new Cookies() : task.cookies;
            cookies.take(task.current, answer.cookies());
            task.cookies = cookies;
        }
        boolean loop = !task.visit(next);
        if (loop || task.hops == settings.maxRedirects()) {
            String words =
                    loop ? "redirected to " + next + " again" : "more than " + settings.maxRedirects() + " redirects";
            return decide(task, Signal.failure(FailureKind.TOO_MANY_REDIRECTS), answer, hint, words);
        }
        return new Step.Follow(next, hint);
    }

    private Step decide(
            Task task, Signal signal, Hop.@Nullable Answer answer, @Nullable Duration hint, @Nullable String error) {
        RandomGenerator random = task.random(settings);
        String why = policy.explain(signal, task.retries, hint).toString();
        BatchDecision decision = policy.nextStep(signal, task.retries, hint, random);
        Duration delay = decision instanceof BatchDecision.Retry retry ? retry.delay() : null;
        note(task, answer == null ? 0 : answer.status(), error, word(decision.step()), delay, why);
        task.tag = decision.tag();
        boolean answered = answer != null;
        Duration hold = decision.holdsHost() ? hold(decision, task, random) : null;
        if (delay != null) {
            return new Step.Again(delay, hold, answered);
        }
        Outcome outcome = decision.step() == BatchStep.FAIL ? Outcome.FAILED : Outcome.DEFERRED;
        return new Step.End(outcome, decision.tag(), answer, hold, answered, hold != null);
    }

    /** Say how long the host that answered is held: for the hint, else for the URL's own backoff. */
    private Duration hold(BatchDecision decision, Task task, RandomGenerator random) {
        if (decision instanceof BatchDecision.Retry retry) {
            return retry.hint() != null ? retry.hint() : retry.delay();
        }
        Duration hint = decision instanceof BatchDecision.Defer defer ? defer.hint() : null;
        return hint != null ? hint : settings.schedule().delay(task.retries + 1, random);
    }

    private void note(
            Task task,
            int status,
            @Nullable String error,
            String decision,
            @Nullable Duration delay,
            @Nullable String why) {
        Instant at = Objects.requireNonNull(task.attemptAt, "attemptAt");
        task.attempts.add(new OutcomeAttempt(
                task.attempt(),
                at,
                Math.round(task.spentNanos / 1e6),
                status,
                error,
                decision,
                delay == null ? OutcomeAttempt.NO_DELAY : delay.toMillis(),
                why));
    }

    private @Nullable Duration hint(Hop.Answer answer) {
        String text = answer.retryAfter();
        return text == null ? null : RetryAfter.parse(text, answer.date(), clock.now());
    }

    private static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    private static String word(BatchStep step) {
        return step.name().toLowerCase(Locale.ROOT);
    }
}
