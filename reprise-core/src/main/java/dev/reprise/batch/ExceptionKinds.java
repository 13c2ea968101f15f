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

import dev.reprise.internal.Causes;
import dev.reprise.internal.Wrappers;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Know what exceptions of the JDK and of HTTP clients mean, by their simple names. */
final class ExceptionKinds {
    private static final Map<String, FailureKind> KINDS = new HashMap<>();

    /** Names that say so little that a cause which says more is believed instead. */
    private static final Set<String> VAGUE = Set.of("IOException", "SSLException", "SocketException");

    static {
        put(
                TLS_REFUSED,
                "CertificateException",
                "CertificateExpiredException",
                "CertificateNotYetValidException",
                "CertificateRevokedException",
                "CertPathBuilderException",
                "CertPathValidatorException",
                "SSLPeerUnverifiedException",
                "SunCertPathBuilderException",
                "ValidatorException");
        put(DNS_FAILED, "UnknownHostException", "UnresolvedAddressException");
        // A handshake that broke without a word about certificates is a lost connection, not a verdict.
        put(
                CONNECT_FAILED,
                "BindException",
                "ConnectException",
                "ConnectFailedException",
                "ConnectionRefusedException",
                "HttpHostConnectException",
                "NoRouteToHostException",
                "PortUnreachableException",
                "SSLHandshakeException",
                "SSLProtocolException");
        put(
                TIMEOUT,
                "ConnectionRequestTimeoutException",
                "ConnectTimeoutException",
                "ConnectionPoolTimeoutException",
                "DeadlineTimeoutException",
                "HttpConnectTimeoutException",
                "HttpTimeoutException",
                "InterruptedByTimeoutException",
                "ReadTimeoutException",
                "SocketTimeoutException",
                "TimeoutException",
                "WriteTimeoutException");
        put(SHORT_BODY, "EOFException", "MalformedChunkCodingException", "TruncatedChunkException", "ZipException");
        put(
                CONNECTION_LOST,
                "AsynchronousCloseException",
                "ClosedChannelException",
                "ConnectionClosedException",
                "ConnectionResetException",
                "ConnectionShutdownException",
                "H2ConnectionException",
                "H2CorruptFrameException",
                "H2StreamResetException",
                "HttpStreamResetException",
                "IOException",
                "NoHttpResponseException",
                "PrematureCloseException",
                "RequestNotExecutedException",
                "SSLException",
                "SocketException",
                "StreamClosedException",
                "StreamResetException");
        put(TOO_MANY_REDIRECTS, "CircularRedirectException", "RedirectException", "TooManyRedirectsException");
        // A caller's cancel and a file's trouble are I/O exceptions too, but say nothing about the network.
        put(
                UNKNOWN,
                "CancellationException",
                "ClosedByInterruptException",
                "FileNotFoundException",
                "FileSystemException",
                "InterruptedException",
                "InterruptedIOException",
                "RequestAbortedException");
        put(UNSUPPORTED_URL, "MalformedURLException", "URISyntaxException", "UnsupportedSchemeException");
    }

    private ExceptionKinds() {}

    /** Return the kind of a class name, of which only the simple name counts. */
    static FailureKind ofName(String className) {
        String name = Objects.requireNonNull(className, "className").strip();
        int start = Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1;
        return KINDS.getOrDefault(name.substring(start), UNKNOWN);
    }

    /**
     * Return the kind of a failure and its causes. A certificate or a name that was not resolved counts wherever it is
     * found: clients hide both under connection failures. Else the outermost name that says something decides.
     */
    static FailureKind of(Throwable failure) {
        Throwable next = Objects.requireNonNull(failure, "exception");
        FailureKind clear = null;
        FailureKind vague = null;
        FailureKind dns = null;
        for (int depth = 0; next != null && depth < Wrappers.MAX_DEPTH; depth++) {
            String name = recognisedName(next);
            FailureKind kind = name == null ? null : refined(KINDS.get(name), next);
            if (kind == TLS_REFUSED) {
                return TLS_REFUSED;
            } else if (kind == DNS_FAILED) {
                dns = kind;
            } else if (kind == UNKNOWN) {
                return UNKNOWN;
            } else if (name != null && VAGUE.contains(name)) {
                vague = vague == null ? kind : vague;
            } else {
                clear = clear == null ? kind : clear;
            }
            next = Causes.of(next);
        }
        return firstOf(dns, clear, vague);
    }

    private static FailureKind firstOf(@Nullable FailureKind... kinds) {
        for (FailureKind kind : kinds) {
            if (kind != null) {
                return kind;
            }
        }
        return UNKNOWN;
    }

    /** Return the nearest known name among a throwable's own class and its ancestors. */
    private static @Nullable String recognisedName(Throwable throwable) {
        for (Class<?> type = throwable.getClass(); type != null; type = type.getSuperclass()) {
            String name = type.getSimpleName();
            if (KINDS.containsKey(name)) {
                return name;
            }
        }
        return null;
    }

    /** Tell a short body from a lost connection: Apache's client reports both with one class. */
    private static @Nullable FailureKind refined(@Nullable FailureKind kind, Throwable throwable) {
        return kind == CONNECTION_LOST && Causes.message(throwable).startsWith("Premature end of") ? SHORT_BODY : kind;
    }

    private static void put(FailureKind kind, String... names) {
        for (String name : names) {
            KINDS.put(name, kind);
        }
    }
}
