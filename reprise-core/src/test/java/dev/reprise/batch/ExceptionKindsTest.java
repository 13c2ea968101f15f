package dev.reprise.batch;

import static dev.reprise.batch.FailureKind.CONNECTION_LOST;
import static dev.reprise.batch.FailureKind.CONNECT_FAILED;
import static dev.reprise.batch.FailureKind.DNS_FAILED;
import static dev.reprise.batch.FailureKind.SHORT_BODY;
import static dev.reprise.batch.FailureKind.TIMEOUT;
import static dev.reprise.batch.FailureKind.TLS_REFUSED;
import static dev.reprise.batch.FailureKind.TOO_MANY_REDIRECTS;
import static dev.reprise.batch.FailureKind.UNKNOWN;
import static dev.reprise.batch.FailureKind.UNSUPPORTED_URL;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.NoSuchFileException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.zip.ZipException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.hc.client5.http.CircularRedirectException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ExceptionKindsTest {
    @Nested
    class Throwables {
        @Test
        void the_jdks_own_are_known() {
            assertKind(new UnknownHostException("nowhere"), DNS_FAILED);
            assertKind(new UnresolvedAddressException(), DNS_FAILED);
            assertKind(new ConnectException("refused"), CONNECT_FAILED);
            assertKind(new SocketException("Connection reset"), CONNECTION_LOST);
            assertKind(new ClosedChannelException(), CONNECTION_LOST);
            assertKind(new IOException("header parser received no bytes"), CONNECTION_LOST);
            assertKind(new SocketTimeoutException("Read timed out"), TIMEOUT);
            assertKind(new HttpTimeoutException("request timed out"), TIMEOUT);
            assertKind(new HttpConnectTimeoutException("connect timed out"), TIMEOUT);
            assertKind(new TimeoutException(), TIMEOUT);
            assertKind(new EOFException("Unexpected end of ZLIB input stream"), SHORT_BODY);
            assertKind(new ZipException("Not in GZIP format"), SHORT_BODY);
            assertKind(new SSLPeerUnverifiedException("other name"), TLS_REFUSED);
        }

        @Test
        void apaches_are_known_by_name() {
            assertKind(new NoHttpResponseException("failed to respond"), CONNECTION_LOST);
            assertKind(new ConnectionClosedException("closed"), CONNECTION_LOST);
            assertKind(new TruncatedChunkException("truncated"), SHORT_BODY);
            assertKind(new ClientProtocolException(new CircularRedirectException("again")), TOO_MANY_REDIRECTS);
        }

        // Public reports: curl #924, #1084, a short body that is not retried.
        @Test
        void a_connection_closed_inside_a_body_is_a_short_body() {
            assertKind(
                    new ConnectionClosedException(
                            "Premature end of Content-Length delimited message body (expected: 9; received: 5)"),
                    SHORT_BODY);
        }

        // Public reports: bazel #28227 (attempts wasted on an expired certificate), tiann/hapi#1238 (a broken handshake
        // taken for a certificate), curl #11124 (a reset during TLS).
        @Test
        void only_a_certificate_makes_a_handshake_final() {
            assertKind(caused(new SSLHandshakeException("PKIX"), new CertificateExpiredException()), TLS_REFUSED);
            assertKind(
                    caused(
                            new SSLHandshakeException("PKIX"),
                            new IOException(new CertPathValidatorException("revoked"))),
                    TLS_REFUSED);
            assertKind(new SSLHandshakeException("Remote host terminated the handshake"), CONNECT_FAILED);
            assertKind(caused(new SSLHandshakeException("closed"), new EOFException()), CONNECT_FAILED);
            assertKind(caused(new SSLException("reset"), new SocketException("Connection reset")), CONNECTION_LOST);
            assertKind(caused(new SSLException("slow"), new SocketTimeoutException()), TIMEOUT);
        }

        @Test
        void a_name_that_was_not_resolved_is_found_under_a_connection_failure() {
            assertKind(
                    caused(new ConnectException(), caused(new ConnectException(), new UnresolvedAddressException())),
                    DNS_FAILED);
        }

        // The trap "a failure hidden by a wrapper".
        @Test
        void wrappers_of_any_kind_hide_nothing() {
            ConnectException refused = new ConnectException("refused");

            assertKind(new CompletionException(new ExecutionException(refused)), CONNECT_FAILED);
            assertKind(new UncheckedIOException(new IOException(refused)), CONNECT_FAILED);
            assertKind(new IllegalStateException(new RuntimeException(refused)), CONNECT_FAILED);
        }

        @Test
        void what_says_nothing_about_the_network_is_unknown() {
            assertKind(new IllegalStateException("bug"), UNKNOWN);
            assertKind(new CancellationException(), UNKNOWN);
            assertKind(new ClosedByInterruptException(), UNKNOWN);
            assertKind(new NoSuchFileException("/full"), UNKNOWN);
            assertKind(new IOException(new FileNotFoundException("/gone")), UNKNOWN);
        }

        @Test
        void an_interrupt_or_a_cancellation_inside_says_nothing_about_the_network() {
            assertKind(new IOException(new InterruptedException()), UNKNOWN);
            assertKind(caused(new SocketException("closed"), new CancellationException()), UNKNOWN);
            assertKind(caused(new HttpTimeoutException("late"), new InterruptedException()), UNKNOWN);
        }

        @Test
        void a_loop_of_causes_ends() {
            Exception first = new Exception("first");
            Exception second = new Exception("second", first);
            first.initCause(second);

            assertKind(first, UNKNOWN);
        }

        @Test
        void a_failure_that_cannot_speak_is_still_known() {
            assertKind(
                    new SocketException() {
                        @Override
                        public String getMessage() {
                            throw new IllegalStateException("getMessage");
                        }

                        @Override
                        public synchronized Throwable getCause() {
                            throw new IllegalStateException("getCause");
                        }
                    },
                    CONNECTION_LOST);
        }
    }

    @Test
    void names_need_no_class() {
        Map<String, FailureKind> names = Map.of(
                "java.net.UnknownHostException", DNS_FAILED,
                "ConnectException", CONNECT_FAILED,
                " java.net.SocketTimeoutException ", TIMEOUT,
                "org.apache.hc.core5.http.NoHttpResponseException", CONNECTION_LOST,
                "org.apache.http.TruncatedChunkException", SHORT_BODY,
                "com.example.Client$ReadTimeoutException", TIMEOUT,
                "javax.net.ssl.SSLHandshakeException", CONNECT_FAILED,
                "sun.security.validator.ValidatorException", TLS_REFUSED,
                "java.net.MalformedURLException", UNSUPPORTED_URL,
                "com.example.MyOwnException", UNKNOWN);
        names.forEach(
                (name, kind) -> assertThat(Signal.ofException(name)).as(name).isEqualTo(Signal.failure(kind)));
    }

    private static <T extends Throwable> T caused(T throwable, Throwable cause) {
        throwable.initCause(cause);
        return throwable;
    }

    private static void assertKind(Throwable throwable, FailureKind kind) {
        assertThat(Signal.of(throwable)).isEqualTo(Signal.failure(kind));
    }
}
