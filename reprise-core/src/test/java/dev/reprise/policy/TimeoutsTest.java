package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.InterruptedByTimeoutException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Which failures are time-outs. */
class TimeoutsTest {

    @Test
    void the_types_of_the_jdk_and_our_own_are_time_outs() {
        for (Throwable timeout : List.of(
                new AttemptTimeoutException(Duration.ofSeconds(1), null),
                new SocketTimeoutException(),
                new org.apache.hc.client5.http.ConnectTimeoutException("connect"),
                new HttpConnectTimeoutException("connect"),
                new InterruptedByTimeoutException(),
                new SQLTimeoutException(),
                new TimeoutException())) {
            assertThat(Timeouts.isTimeout(timeout)).as("%s", timeout).isTrue();
            assertThat(Timeouts.isTimeout(new CompletionException(new ExecutionException(timeout))))
                    .as("wrapped %s", timeout)
                    .isTrue();
        }
    }

    @Test
    void a_name_of_a_time_out_is_enough() {
        class ReadTimeoutException extends IOException {}
        assertThat(Timeouts.isTimeout(new ReadTimeoutException())).isTrue();
    }

    @Test
    void other_failures_are_none() {
        for (Throwable failure : List.of(
                new ConnectException(),
                new SQLTransientException(),
                new IOException(new SocketTimeoutException()),
                new IllegalStateException("Timeout"))) {
            assertThat(Timeouts.isTimeout(failure)).as("%s", failure).isFalse();
        }
    }

    @Test
    void whatever_is_a_time_out_is_transient() {
        assertThat(Timeouts.NAMES).allMatch(TransientNames.DEFAULT::contain);
        assertThat(TransientTypes.contain(new TimeoutException())).isTrue();
    }
}
