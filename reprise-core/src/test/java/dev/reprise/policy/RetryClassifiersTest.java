package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.reprise.http.HttpFailure;
import dev.reprise.http.HttpStatusException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.web.client.HttpClientErrorException;

class RetryClassifiersTest {
    private static final AttemptState FIRST = new AttemptState(1, 1, Instant.EPOCH, new Random(1));

    private static List<RetryClassifier> all() {
        return List.of(
                RetryClassifiers.rateLimitAware(),
                RetryClassifiers.rateLimitAware(null),
                RetryClassifiers.serverHints(),
                RetryClassifiers.failureTaxonomy(),
                RetryClassifiers.failureTaxonomy().matchSuffixes(),
                RetryClassifiers.compose(RetryClassifiers.serverHints(), RetryClassifiers.failureTaxonomy()));
    }

    @Test
    void a_composed_classifier_without_members_overrides_nothing() throws Exception {
        assertThat(RetryClassifiers.compose().classify(new IOException(), FIRST))
                .isNull();
    }

    @Test
    void the_first_override_wins_and_a_broken_member_is_skipped() throws Exception {
        RetryClassifier broken = (failure, state) -> {
            throw new IllegalStateException("broken");
        };
        RetryClassifier composed =
                RetryClassifiers.compose(broken, RetryClassifiers.rateLimitAware(), RetryClassifiers.failureTaxonomy());

        assertThat(composed.classify(new HttpStatusException(429, Map.of()), FIRST))
                .isEqualTo(RetryOverride.kind(RetryKind.INDEFINITE));
        assertThat(composed.classify(new HttpStatusException(503, Map.of()), FIRST))
                .isEqualTo(RetryOverride.kind(RetryKind.TRANSIENT));
    }

    @Test
    void each_classifier_says_what_it_may_claim() {
        assertThat(RetryClassifiers.rateLimitAware().claims()).containsExactly(RetryKind.INDEFINITE);
        assertThat(RetryClassifiers.rateLimitAware(null).claims()).isEmpty();
        assertThat(RetryClassifiers.serverHints().claims()).containsExactly(RetryKind.TRANSIENT);
        assertThat(RetryClassifiers.failureTaxonomy().claims())
                .containsExactlyInAnyOrder(RetryKind.TRANSIENT, RetryKind.NON_RETRYABLE);
    }

    @Test
    void no_classifier_asks_a_failure_for_its_text_or_trace() throws Exception {
        for (RetryClassifier classifier : all()) {
            assertThat(classifier.classify(new Hostile(), FIRST))
                    .as("%s", classifier)
                    .isNull();
            assertThat(classifier.classify(new HostileHttp(), FIRST))
                    .as("%s", classifier)
                    .isNull();
        }
    }

    @Test
    void a_failure_that_nobody_recognises_costs_no_memory() throws Exception {
        Throwable[] unknown = {
            new IllegalStateException(),
            new SQLException("duplicate", "23505"),
            new CompletionException(new IOException()),
            new HttpStatusException(302, Map.of()),
            new HttpClientErrorException(HttpStatus.FOUND)
        };
        for (RetryClassifier classifier : all()) {
            for (Throwable failure : unknown) {
                assertThat(bytesOf(classifier, failure))
                        .as("%s of %s, 20,000 times", classifier, failure)
                        .isLessThan(20_000);
            }
        }
    }

    /** Count what one thread allocates in 20,000 calls, after as many to warm up: below a byte per call is nothing. */
    private static long bytesOf(RetryClassifier classifier, Throwable failure) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        long allocated = 0;
        for (int round = 0; round < 2; round++) {
            long before = threads.getThreadAllocatedBytes(self);
            for (int call = 0; call < 20_000; call++) {
                if (classifier.classify(failure, FIRST) != null) {
                    throw new AssertionError("recognised: " + failure);
                }
            }
            allocated = threads.getThreadAllocatedBytes(self) - before;
        }
        return allocated;
    }

    private static class Hostile extends RuntimeException {
        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("no cause");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new IllegalStateException("no trace");
        }
    }

    private static final class HostileHttp extends Hostile implements HttpFailure {
        @Override
        public int status() {
            throw new IllegalStateException("no status");
        }

        @Override
        public Map<String, List<String>> headers() {
            throw new IllegalStateException("no headers");
        }
    }
}
