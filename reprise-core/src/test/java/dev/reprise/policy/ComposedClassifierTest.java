package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ComposedClassifierTest {
    private static final AttemptState FIRST = new AttemptState(1, 1, Instant.EPOCH, new Random(1));
    private static final RetryClassifier SILENT = (failure, state) -> null;
    private static final RetryClassifier BROKEN = (failure, state) -> {
        throw new IllegalStateException("broken");
    };

    @Test
    void the_first_override_wins() throws Exception {
        RetryOverride first = RetryOverride.after(Duration.ofSeconds(1));
        RetryClassifier composed =
                ComposedClassifier.of(SILENT, (f, s) -> first, (f, s) -> RetryOverride.kind(RetryKind.INDEFINITE));

        assertThat(composed.classify(new Exception(), FIRST)).isSameAs(first);
    }

    @Test
    void no_classifiers_override_nothing() throws Exception {
        assertThat(ComposedClassifier.of().classify(new Exception(), FIRST)).isNull();
    }

    @Test
    void a_broken_member_is_skipped() throws Exception {
        RetryOverride second = RetryOverride.kind(RetryKind.TRANSIENT);

        assertThat(ComposedClassifier.of(BROKEN, (f, s) -> second).classify(new Exception(), FIRST))
                .isSameAs(second);
        assertThat(ComposedClassifier.of(BROKEN, BROKEN).classify(new Exception(), FIRST))
                .isNull();
    }

    @Test
    void interrupts_and_cancellation_pass_through() {
        assertPassesThrough(new InterruptedException());
        assertPassesThrough(new CancellationException());
        assertPassesThrough(new CompletionException(new InterruptedException()));
        assertPassesThrough(new ExecutionException(new CancellationException()));
    }

    @Test
    void a_member_that_cannot_tell_its_claims_hides_no_other_claim() {
        RetryClassifier claiming = RetryClassifiers.rateLimitAware();

        assertThat(ComposedClassifier.of(claims(null), claiming).claims()).isEqualTo(claiming.claims());
        assertThat(ComposedClassifier.of(new Unclaimable(), claiming).claims()).isEqualTo(claiming.claims());
        assertThat(ComposedClassifier.of(claiming, new Unclaimable()).claims()).isEqualTo(claiming.claims());
    }

    @Test
    void an_error_of_a_member_passes_through() {
        AssertionError error = new AssertionError();
        RetryClassifier composed = ComposedClassifier.of((f, s) -> {
            throw error;
        });

        assertThatThrownBy(() -> composed.classify(new Exception(), FIRST)).isSameAs(error);
    }

    @Test
    void nested_compositions_are_flattened() {
        assertThat(ComposedClassifier.of(SILENT, ComposedClassifier.of(BROKEN, ComposedClassifier.of(SILENT)))
                        .members())
                .containsExactly(SILENT, BROKEN, SILENT);
    }

    @Test
    @SuppressWarnings("NullAway")
    void a_null_member_is_refused_by_name() {
        assertThatThrownBy(() -> ComposedClassifier.of(SILENT, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("classifier");
    }

    @SuppressWarnings("NullAway") // The point of the test.
    private static RetryClassifier claims(@Nullable Set<RetryKind> claims) {
        return new RetryClassifier() {
            @Override
            public @Nullable RetryOverride classify(Throwable failure, AttemptState state) {
                return null;
            }

            @Override
            public Set<RetryKind> claims() {
                return claims;
            }
        };
    }

    private static void assertPassesThrough(Exception exception) {
        RetryClassifier composed = ComposedClassifier.of((f, s) -> {
            throw exception;
        });
        assertThatThrownBy(() -> composed.classify(new Exception(), FIRST)).isSameAs(exception);
    }

    private static final class Unclaimable implements RetryClassifier {
        @Override
        public @Nullable RetryOverride classify(Throwable failure, AttemptState state) {
            return null;
        }

        @Override
        public Set<RetryKind> claims() {
            throw new IllegalStateException("broken");
        }
    }
}
