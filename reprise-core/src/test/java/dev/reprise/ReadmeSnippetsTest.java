package dev.reprise;

import static dev.reprise.policy.RetryClassifiers.compose;
import static dev.reprise.policy.RetryClassifiers.failureTaxonomy;
import static dev.reprise.policy.RetryClassifiers.serverHints;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.ReplayRandom;
import dev.reprise.http.HttpStatusException;
import dev.reprise.policy.AttemptState;
import dev.reprise.policy.Decider;
import dev.reprise.policy.RetryClassifier;
import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import dev.reprise.policy.RetryPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The code that README.md shows, and the lines that it says this code prints. */
class ReadmeSnippetsTest {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    @Test
    void the_first_decision_waits_as_long_as_the_server_asks_and_says_so() throws InterruptedException {
        List<String> log = new ArrayList<>();
        var failure = new HttpStatusException(503, Map.of("Retry-After", List.of("7")));

        // snippet: decide
        RetryPolicy policy = RetryPolicy.parse("attempts=5 exponential base=200ms limit=10s jitter=50%");
        RetryClassifier classifier = compose(serverHints(), failureTaxonomy());
        AttemptState state = new AttemptState(1, 1, NOW, ReplayRandom.of("orders"));

        var decision = Decider.decide(policy, classifier, failure, state);
        if (decision instanceof Retry retry) {
            log.add("again in " + retry.delay().toMillis() + " ms");
        } else if (decision instanceof Fail fail) {
            log.add("given up: " + fail.reason());
        }
        log.add(decision.explain().toString());
        // end snippet

        assertThat(log)
                .containsExactly(
                        "again in 7000 ms",
                        "retry: attempt 1 of 5 failed, kind TRANSIENT set by a classifier, an attempt is left; failure 1 of "
                                + "`exponential base=200ms jitter=50% limit=10s`: x");
    }
}
