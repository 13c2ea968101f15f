package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.http.HttpStatusException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.InterruptedByTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FailureTaxonomyTest {
    private static final AttemptState FIRST = new AttemptState(1, 1, Instant.EPOCH, new Random(1));
    private static final RetryOverride TRANSIENT = RetryOverride.kind(RetryKind.TRANSIENT);
    private static final RetryOverride NON_RETRYABLE = RetryOverride.kind(RetryKind.NON_RETRYABLE);

    private final FailureTaxonomy taxonomy = RetryClassifiers.failureTaxonomy();

    private static Throwable status(int status) {
        return new HttpStatusException(status, Map.of("Retry-After", List.of("7")));
    }

    private static @Nullable RetryOverride classify(FailureTaxonomy taxonomy, Throwable failure) {
        return taxonomy.classify(failure, FIRST);
    }

    @Nested
    class Types {
        @Test
        void connection_failures_and_time_outs_of_the_jdk_are_transient() {
            for (Throwable failure : new Throwable[] {
                new SocketException("Connection reset"),
                new ConnectException(),
                new NoRouteToHostException(),
                new BindException(),
                new SocketTimeoutException(),
                new UnknownHostException(),
                new ClosedChannelException(),
                new AsynchronousCloseException(),
                new InterruptedByTimeoutException(),
                new HttpTimeoutException("slow"),
                new HttpConnectTimeoutException("slow"),
                new TimeoutException(),
                new SQLTransientConnectionException(),
                new SQLTimeoutException()
            }) {
                assertThat(classify(taxonomy, failure)).as("%s", failure).isEqualTo(TRANSIENT);
            }
        }

        // Public reports: bazelbuild/bazel#28227 and others: a certificate verdict was retried as a lost connection.
        @Test
        void other_failures_are_left_to_the_policy() {
            for (Throwable failure : new Throwable[] {
                new IOException(),
                new EOFException(),
                new InterruptedIOException(),
                new ClosedByInterruptException(),
                new SSLHandshakeException("expired"),
                new IllegalStateException(),
                new AssertionError(),
                new SQLException()
            }) {
                assertThat(classify(taxonomy, failure)).as("%s", failure).isNull();
            }
        }

        @Test
        void sql_states_of_lost_connections_conflicts_and_shut_downs_are_transient() {
            for (String state : new String[] {
                "08000", "08001", "08003", "08006", "08P01", "40001", "40P01", "57P01", "57P02", "57P03", "53300"
            }) {
                assertThat(classify(taxonomy, new SQLException("", state)))
                        .as(state)
                        .isEqualTo(TRANSIENT);
            }
            for (String state : new String[] {"23505", "40002", "40000", "57014", "57P04", "53100", "80001", "0", ""}) {
                assertThat(classify(taxonomy, new SQLException("", state)))
                        .as(state)
                        .isNull();
            }
        }

        @Test
        void a_sql_state_that_throws_is_none() {
            SQLException broken = new SQLException() {
                @Override
                public String getSQLState() {
                    throw new IllegalStateException();
                }
            };
            assertThat(classify(taxonomy, broken)).isNull();
        }
    }

    @Nested
    class Names {
        @Test
        void the_default_names_match_exactly() {
            for (Throwable failure : new Throwable[] {
                new Timeout(),
                new PoolTimeoutException(),
                new ReadTimeoutError(),
                new ServerTimeoutException(),
                new ConnectionRefusedException(),
                new ConnectionAbortedError()
            }) {
                assertThat(classify(taxonomy, failure)).as("%s", failure).isEqualTo(TRANSIENT);
            }
            assertThat(classify(taxonomy, new MyReadTimeoutError())).isNull();
            assertThat(classify(taxonomy, new Exception() {})).isNull();
        }

        @Test
        void suffixes_match_only_when_asked_for() {
            FailureTaxonomy suffixes = taxonomy.matchSuffixes();
            assertThat(classify(suffixes, new MyReadTimeoutError())).isEqualTo(TRANSIENT);
            assertThat(classify(suffixes, new Timeout())).isEqualTo(TRANSIENT);
            assertThat(classify(suffixes, new Exception() {})).isNull();
            assertThat(classify(suffixes, new IllegalStateException())).isNull();
            assertThat(classify(suffixes.transientNames(Set.of("StateException")), new IllegalStateException()))
                    .isEqualTo(TRANSIENT);
        }

        @Test
        void a_set_of_names_replaces_the_default() {
            FailureTaxonomy own = taxonomy.transientNames(Set.of("MyReadTimeoutError"));
            assertThat(classify(own, new MyReadTimeoutError())).isEqualTo(TRANSIENT);
            assertThat(classify(own, new Timeout())).isNull();
            assertThat(classify(own, new TimeoutException())).as("by its type").isEqualTo(TRANSIENT);
            assertThat(classify(taxonomy, new Timeout())).as("unchanged").isEqualTo(TRANSIENT);
        }

        @Test
        void an_excluded_name_wins_over_everything() {
            FailureTaxonomy excluding = taxonomy.excludedNames(
                    Set.of("Timeout", "TimeoutException", "SQLTimeoutException", "HttpStatusException"));
            assertThat(classify(excluding, new Timeout())).isNull();
            assertThat(classify(excluding, new TimeoutException())).isNull();
            assertThat(classify(excluding, new SQLTimeoutException())).isNull();
            assertThat(classify(excluding, status(500))).isNull();
            assertThat(classify(excluding, status(404))).isNull();
            assertThat(classify(excluding, new CompletionException(new Timeout())))
                    .isNull();
            assertThat(classify(excluding, new ReadTimeoutError())).isEqualTo(TRANSIENT);
            assertThat(classify(excluding.excludedNames(Set.of()), new Timeout()))
                    .isEqualTo(TRANSIENT);
        }

        @Test
        void names_that_could_never_match_are_refused() {
            for (String name : new String[] {"", "java.io.IOException", "*Timeout", "A B"}) {
                assertThatThrownBy(() -> taxonomy.transientNames(Set.of(name)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("transientNames: '" + name
                                + "' is not a simple class name, such as ReadTimeoutException");
                assertThatThrownBy(() -> taxonomy.excludedNames(Set.of(name)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith("excludedNames: ");
            }
        }

        @Test
        void a_set_that_is_changed_later_changes_nothing() {
            Set<String> names = new HashSet<>(Set.of("Timeout"));
            FailureTaxonomy own = taxonomy.transientNames(names);
            names.clear();
            assertThat(classify(own, new Timeout())).isEqualTo(TRANSIENT);
        }
    }

    @Nested
    class Statuses {
        @Test
        void every_status_has_its_default() {
            for (int status = 100; status < 700; status++) {
                RetryOverride expected = null;
                if (status == 408 || status == 425 || (status >= 500 && status <= 599)) {
                    expected = TRANSIENT;
                } else if (status >= 400 && status <= 499 && status != 429) {
                    expected = NON_RETRYABLE;
                }
                // Never a delay, though each response carries a hint.
                assertThat(classify(taxonomy, status(status))).as("%s", status).isEqualTo(expected);
            }
        }

        @Test
        void sets_of_statuses_replace_the_defaults() {
            FailureTaxonomy own = taxonomy.transientStatuses(Set.of(404, 409)).nonRetryableStatuses(Set.of(501));
            assertThat(classify(own, status(404))).isEqualTo(TRANSIENT);
            assertThat(classify(own, status(409))).isEqualTo(TRANSIENT);
            assertThat(classify(own, status(501))).isEqualTo(NON_RETRYABLE);
            assertThat(classify(own, status(503))).isNull();
            assertThat(classify(own, status(400))).isNull();
        }

        @Test
        void transient_statuses_win_over_non_retryable_ones() {
            assertThat(classify(taxonomy.transientStatuses(Set.of(404)), status(404)))
                    .isEqualTo(TRANSIENT);
            assertThat(classify(taxonomy.nonRetryableStatuses(Set.of(500)), status(500)))
                    .isEqualTo(TRANSIENT);
        }

        @Test
        void numbers_that_are_no_status_are_refused() {
            for (int status : new int[] {-1, 0, 99, 1000}) {
                assertThatThrownBy(() -> taxonomy.transientStatuses(Set.of(status)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("transientStatuses: " + status + " is not a status from 100 to 999");
                assertThatThrownBy(() -> taxonomy.nonRetryableStatuses(Set.of(status)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("nonRetryableStatuses: " + status + " is not a status from 100 to 999");
            }
            assertThat(classify(taxonomy.transientStatuses(Set.of(100, 999)), status(999)))
                    .isEqualTo(TRANSIENT);
        }
    }

    @Test
    void a_failure_hidden_by_wrappers_is_recognised() {
        assertThat(classify(taxonomy, new CompletionException(new ExecutionException(new ConnectException()))))
                .isEqualTo(TRANSIENT);
        assertThat(classify(taxonomy, new ExecutionException(status(404)))).isEqualTo(NON_RETRYABLE);
        assertThat(classify(taxonomy, new ExecutionException(new Timeout()))).isEqualTo(TRANSIENT);
    }

    @Test
    void null_sets_are_named() {
        assertNamesNull("excludedNames", taxonomy::excludedNames);
        assertNamesNull("transientNames", taxonomy::transientNames);
        assertNamesNull("transientStatuses", taxonomy::transientStatuses);
        assertNamesNull("nonRetryableStatuses", taxonomy::nonRetryableStatuses);
    }

    @SuppressWarnings("NullAway") // The point of the test.
    private static <T> void assertNamesNull(String setting, java.util.function.Function<Set<T>, ?> wither) {
        assertThatThrownBy(() -> wither.apply(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(setting);
    }

    private static final class Timeout extends Exception {}

    private static final class PoolTimeoutException extends Exception {}

    private static final class ReadTimeoutError extends Error {}

    private static final class ServerTimeoutException extends Exception {}

    private static final class ConnectionRefusedException extends Exception {}

    private static final class ConnectionAbortedError extends Exception {}

    private static final class MyReadTimeoutError extends Exception {}
}
