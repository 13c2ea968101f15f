package dev.reprise;

import static dev.reprise.policy.RetryClassifiers.compose;
import static dev.reprise.policy.RetryClassifiers.failureTaxonomy;
import static dev.reprise.policy.RetryClassifiers.serverHints;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.backoff.ReplayRandom;
import dev.reprise.http.HttpStatusException;
import dev.reprise.policy.AttemptState;
import dev.reprise.policy.Decider;
import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryClassifier;
import dev.reprise.policy.RetryDecision;
import dev.reprise.policy.RetryDecision.Fail;
import dev.reprise.policy.RetryDecision.Retry;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The code that README.md shows, and the line that it says this code prints. */
class ReadmeSnippetsTest {

    private final List<Object> done = new ArrayList<>();

    @Test
    void the_first_decision_waits_as_long_as_the_server_asks_and_says_why() throws InterruptedException, IOException {
        var printed = new StringWriter();
        var out = new PrintWriter(printed, true);
        var failure = new HttpStatusException(503, Map.of("Retry-After", List.of("7")));
        var now = Instant.parse("2026-11-30T12:00:00Z");

        // snippet: decide
        RetryPolicy policy = RetryPolicy.parse("attempts=5 exponential base=200ms limit=10s jitter=50%");
        RetryClassifier classifier = compose(serverHints(), failureTaxonomy());
        AttemptState state = new AttemptState(1, 1, now, ReplayRandom.of("orders"));

        RetryDecision decision = Decider.decide(policy, classifier, failure, state);
        if (decision instanceof Retry retry) {
            runAgainAfter(retry.delay());
        } else if (decision instanceof Fail fail) {
            giveUp(fail.reason());
        }
        out.println(decision.explain());
        // end snippet

        assertThat(done).containsExactly(Duration.ofSeconds(7));
        assertThat(Files.readString(Path.of("../README.md"), UTF_8))
                .contains(printed.toString().strip());
    }

    private void runAgainAfter(Duration delay) {
        done.add(delay);
    }

    private void giveUp(FailReason reason) {
        done.add(reason);
    }
}
