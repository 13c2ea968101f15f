package dev.reprise;

import static dev.reprise.policy.RetryClassifiers.compose;
import static dev.reprise.policy.RetryClassifiers.failureTaxonomy;
import static dev.reprise.policy.RetryClassifiers.serverHints;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.http.HttpStatusException;
import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryClassifier;
import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import dev.reprise.policy.RetryKind;
import dev.reprise.policy.RetryOverride;
import dev.reprise.policy.RetryPolicy;
import dev.reprise.retry.Call;
import dev.reprise.retry.ManualTime;
import dev.reprise.retry.Retrier;
import dev.reprise.retry.RetryBudget;
import dev.reprise.retry.RetryListener;
import dev.reprise.retry.RetryNote;
import dev.reprise.retry.RetryResult;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The code that docs/guide/retrying-calls.md and docs/guide/policies.md show, and what they say it gives. */
class RetryGuideSnippetsTest {
    private static final String URL = "https://example.org/page";

    private final ManualTime time = new ManualTime();
    private final List<String> log = new ArrayList<>();
    private int calls;
    private int failures;

    record Page(String text) {}

    record Response(int status) {}

    /** What a user calls: fails as often as the test says. */
    private Page load(String url) throws IOException {
        if (++calls <= failures) {
            throw new IOException("no answer " + calls + " from " + url);
        }
        return new Page("page " + calls);
    }

    private Response get(String url) {
        return new Response(++calls <= failures || url.isEmpty() ? 503 : 200);
    }

    private CompletableFuture<Page> getAsync(String url) {
        try {
            return CompletableFuture.completedFuture(load(url));
        } catch (IOException failure) {
            return CompletableFuture.failedFuture(failure);
        }
    }

    @Test
    void a_call_is_made_again_after_failures() throws Exception {
        failures = 2;

        // snippet: first
        Retrier retrier = Retrier.attempts(3).on(IOException.class).backoff("exponential base=200ms jitter=20%");
        // end snippet
        retrier = retrier.time(time);
        // snippet: call
        Page page = retrier.call(() -> load(URL));
        // end snippet

        assertThat(page).isEqualTo(new Page("page 3"));
        assertThat(Duration.ofNanos(time.nanoTime())).isBetween(Duration.ofMillis(480), Duration.ofMillis(720));
    }

    @Test
    void a_call_that_is_given_up_throws_the_last_failure_with_a_note() throws Exception {
        failures = 9;
        Retrier retrier = Retrier.attempts(3).on(IOException.class).time(time);

        // snippet: note
        try {
            Page page = retrier.call(() -> load(URL));
            log.add(page.text());
        } catch (IOException lastFailure) {
            RetryNote note = RetryNote.of(lastFailure);
            log.add(note == null ? "not retried" : note.attempts() + " attempts: " + note.reason());
        }
        // end snippet

        assertThat(log).containsExactly("3 attempts: ATTEMPTS_EXHAUSTED");
    }

    @Test
    void a_result_tells_giving_up_from_not_retryable() throws Exception {
        failures = 9;
        Retrier retrier = Retrier.attempts(3).on(FileNotFoundException.class).time(time);

        // snippet: result
        RetryResult<Page> result = retrier.tryCall(() -> load(URL));
        if (result.isSuccess()) {
            log.add("loaded");
        } else if (result.reason().isNotRetryable()) {
            log.add("not retryable: " + result.failure());
        } else {
            log.add("gave up after " + result.attempts() + " attempts: " + result.reason());
        }
        // end snippet

        assertThat(log).singleElement().asString().startsWith("not retryable: java.io.IOException");
        assertThat(calls).isEqualTo(1);
    }

    @Test
    void a_result_is_rejected() throws Exception {
        failures = 1;
        Retrier retrier = Retrier.attempts(3).on(IOException.class).time(time);

        // snippet: reject
        Response response = retrier.rejectIf((Response r) -> r.status() == 503).call(() -> get(URL));
        // end snippet

        assertThat(response).isEqualTo(new Response(200));

        calls = 0;
        failures = 9;
        // snippet: return-last
        Response last =
                retrier.rejectIf((Response r) -> r.status() == 503).returnLast().call(() -> get(URL));
        // end snippet

        assertThat(last).isEqualTo(new Response(503));
        assertThat(calls).isEqualTo(3);
    }

    @Test
    void a_future_is_made_again() {
        failures = 2;
        Retrier retrier = Retrier.attempts(3).on(IOException.class).time(time);

        // snippet: async
        CompletableFuture<Page> future = retrier.callAsync(() -> getAsync(URL));
        // end snippet

        assertThat(future).isNotDone();
        time.runUntilIdle();
        assertThat(future).isCompletedWithValue(new Page("page 3"));
    }

    @Test
    void a_hint_of_the_server_is_obeyed() throws Exception {
        Retrier retrier = Retrier.defaults().time(time);

        Page page = retrier.call(() -> {
            if (++calls == 1) {
                // snippet: hint
                throw new HttpStatusException(503, Map.of("Retry-After", List.of("7")));
                // end snippet
            }
            return new Page("at last");
        });

        assertThat(page.text()).isEqualTo("at last");
        assertThat(Duration.ofNanos(time.nanoTime())).isEqualTo(Duration.ofSeconds(7));
    }

    static final class QuotaSpent extends IOException {
        private static final long serialVersionUID = 1;

        Duration resetsIn() {
            return Duration.ofSeconds(40);
        }
    }

    @Test
    void a_classifier_directs_one_kind_of_failure() throws Exception {
        // snippet: classifier
        RetryClassifier quota =
                (failure, state) -> failure instanceof QuotaSpent spent ? RetryOverride.after(spent.resetsIn()) : null;
        Retrier retrier = Retrier.attempts(5).classifier(compose(quota, serverHints(), failureTaxonomy()));
        // end snippet

        Page page = retrier.time(time).call(() -> {
            if (++calls == 1) {
                throw new QuotaSpent();
            }
            return new Page("paid");
        });

        assertThat(page.text()).isEqualTo("paid");
        assertThat(Duration.ofNanos(time.nanoTime())).isEqualTo(Duration.ofSeconds(40));
    }

    @Test
    void a_predicate_says_what_is_worth_a_retry() throws Exception {
        Predicate<Throwable> worthIt = failure -> failure instanceof IOException;

        // snippet: predicate
        RetryClassifier decided = (failure, state) ->
                RetryOverride.kind(worthIt.test(failure) ? RetryKind.TRANSIENT : RetryKind.NON_RETRYABLE);
        Retrier retrier = Retrier.attempts(3).classifier(compose(serverHints(), decided));
        // end snippet

        failures = 9;
        assertThat(retrier.time(time).tryCall(() -> load(URL)).attempts()).isEqualTo(3);
        RetryResult<Page> bug = retrier.time(time).tryCall(() -> {
            throw new IllegalStateException("bug");
        });
        assertThat(bug.attempts()).isEqualTo(1);
    }

    @Test
    void bounds_refuse_what_does_not_fit() {
        failures = 9;

        // snippet: bounds
        Retrier retrier = Retrier.attempts(10)
                .backoff("exponential base=1s jitter=full")
                .attemptTimeout(Duration.ofSeconds(2)) // one attempt
                .timeBudget(Duration.ofSeconds(20)) // no attempt starts later
                .patience(Duration.ofSeconds(5)); // no single wait is longer
        // end snippet

        assertThatThrownBy(() -> retrier.backoff("constant 6s").time(time).call(() -> load(URL)))
                .satisfies(
                        failure -> assertThat(requireNonNull(RetryNote.of(failure)))
                                .hasMessage(
                                        "gave up after 1 attempt in 0s: the wait is longer than the caller's patience (a wait of 6s)"));
    }

    @Test
    void a_budget_is_shared() throws Exception {
        failures = 1;

        // snippet: budget
        RetryBudget ofTheStore = RetryBudget.ratio(0.1); // retries may add a tenth to the calls
        Retrier reading = Retrier.attempts(3).budget(ofTheStore);
        Retrier writing = Retrier.attempts(2).budget(ofTheStore);
        // end snippet

        assertThat(reading.time(time).call(() -> load(URL)).text()).isEqualTo("page 2");
        assertThat(writing.call(() -> load(URL)).text()).isEqualTo("page 3");
    }

    @Test
    void a_listener_sees_what_happens() throws Exception {
        failures = 9;

        // snippet: listener
        Retrier retrier = Retrier.attempts(3).listen(new RetryListener() {
            @Override
            public void retryScheduled(int attempt, Throwable failure, Retry decision) {
                log.add("attempt " + attempt + " failed; the next in " + decision.delay());
            }

            @Override
            public void gaveUp(int attempts, Throwable failure, Fail decision) {
                log.add("gave up: " + decision.reason());
            }
        });
        // end snippet

        assertThat(retrier.backoff("constant 1s")
                        .time(time)
                        .tryCall(() -> load(URL))
                        .isSuccess())
                .isFalse();
        assertThat(log)
                .containsExactly(
                        "attempt 1 failed; the next in PT1S",
                        "attempt 2 failed; the next in PT1S",
                        "gave up: ATTEMPTS_EXHAUSTED");
    }

    @Test
    void calls_are_wrapped() throws Exception {
        failures = 1;
        Retrier retrier = Retrier.attempts(3).time(time);

        // snippet: wrap
        Call<Page, IOException> loading = retrier.wrap(() -> load(URL));
        Supplier<Response> getting = retrier.wrapSupplier(() -> get(URL));
        // end snippet

        assertThat(loading.call().text()).isEqualTo("page 2");
        assertThat(getting.get().status()).isEqualTo(200);
    }

    @Test
    void a_policy_makes_a_retrier() throws Exception {
        failures = 1;

        // snippet: policy
        RetryPolicy policy =
                RetryPolicy.parse("attempts=5 budget=2m spread=10% exponential base=1s max=30s jitter=20%");
        Retrier retrier = Retrier.of(policy).neverOn(FileNotFoundException.class);
        // end snippet

        assertThat(retrier.time(time).call(() -> load(URL)).text()).isEqualTo("page 2");
        assertThat(retrier).hasToString(policy + " neverOn=FileNotFoundException patience=1m");
    }

    @Test
    void a_cancelled_future_stops_the_retries() {
        failures = 9;
        CompletableFuture<Page> future = Retrier.defaults().time(time).callAsync(() -> getAsync(URL));

        // snippet: cancel
        future.cancel(true);
        // end snippet

        assertThat(time.pending()).isZero();
        assertThatThrownBy(future::join).isInstanceOf(java.util.concurrent.CancellationException.class);
    }

    @Test
    void what_a_future_throws_has_the_note_too() {
        failures = 9;
        CompletableFuture<Page> future = Retrier.defaults().time(time).callAsync(() -> getAsync(URL));
        time.runUntilIdle();

        assertThatThrownBy(future::join)
                .isInstanceOf(CompletionException.class)
                .satisfies(failure -> assertThat(
                                requireNonNull(RetryNote.of(failure)).reason())
                        .isEqualTo(FailReason.ATTEMPTS_EXHAUSTED));
    }

    @Test
    void the_default_schedule_waits_as_the_table_says() {
        var schedule = Retrier.defaults().policy().backoff();

        assertThat(schedule).hasToString("exponential base=200ms limit=10s jitter=50%");
        assertThat(schedule.explain(3).lower()).isEqualTo(Duration.ofMillis(400));
        assertThat(schedule.explain(3).upper()).isEqualTo(Duration.ofMillis(1200));
        assertThat(schedule.explain(7).lower()).isEqualTo(Duration.ofSeconds(5));
        assertThat(schedule.explain(7).upper()).isEqualTo(Duration.ofSeconds(10));
    }
}
