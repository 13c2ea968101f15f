package dev.reprise.retry;

import dev.reprise.policy.RetryClassifiers;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Send requests by the JDK's {@link HttpClient}, and send them again after failures.
 *
 * <pre>{@code
 * HttpRetry http = HttpRetry.of(HttpClient.newHttpClient());
 * HttpResponse<String> page = http.send(request, BodyHandlers.ofString());
 * }</pre>
 *
 * <p>Retried are failures of the connection, and answers with a status of {@link #statuses}: on 429 and 503
 * {@code Retry-After} is obeyed. Any other answer is returned, 404 as well as 200; and so is the last one if no attempt
 * is left, or the server asks for a longer wait than the retrier's patience. A failure of the connection is thrown
 * itself, with a {@link RetryNote}.
 *
 * <p>Sent again are requests whose method is in {@link #methods}, or that carry an {@code Idempotency-Key}; others are
 * sent once, even if the connection was refused: behind a redirect something may have been done. A body must be one that
 * can be sent again: {@link #replayable} tells which are.
 *
 * <p>The body of an answer that is retried is released before the wait: closed if it is {@link AutoCloseable}, such as an
 * {@code InputStream} or a {@code Stream}; subscribed to and cancelled if it is a {@code Publisher}. That closes an HTTP/1.1
 * connection; handlers that read a whole body, such as {@code ofString}, leave it open for the next attempt. The handler
 * is asked anew for each answer: one that writes to a file should be given {@code TRUNCATE_EXISTING}. What fails while the
 * caller reads a body is not retried.
 *
 * <p>An immutable value: each setting gives a changed copy. Safe for many threads.
 */
public final class HttpRetry {
    /** RFC 9110, section 9.2.2. */
    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");

    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    private static final Set<Integer> TRANSIENT = IntStream.concat(
                    IntStream.of(408, 425, 429), IntStream.range(500, 600))
            .boxed()
            .collect(Collectors.toUnmodifiableSet());
    private static final int LOWEST = 100;
    private static final int HIGHEST = 999;

    private final HttpClient client;
    private final Retrier given;

    /** What may be sent again; null: everything. */
    private final @Nullable Set<String> methods;

    private final Set<Integer> statuses;

    private final Retrier retrier;
    private final Retrier once;

    private HttpRetry(HttpClient client, Retrier given, @Nullable Set<String> methods, Set<Integer> statuses) {
        this.client = client;
        this.given = given;
        this.methods = methods;
        this.statuses = statuses;
        this.retrier = ResultRetrier.retryingRejected(given).with(copy -> {
            copy.listeners = copy.listeners.with(HttpAnswers.RELEASE);
            if (copy.classifier == RetrierSettings.DEFAULTS.classifier && statuses != TRANSIENT) {
                copy.classifier = RetryClassifiers.compose(
                        RetryClassifiers.serverHints(),
                        RetryClassifiers.failureTaxonomy().transientStatuses(statuses));
            }
        });
        this.once = retrier.with(copy -> copy.once = true);
    }

    /**
     * {@return what sends by a client, with the defaults of {@link Retrier} for every {@link IOException}}
     *
     * @param client sends each attempt
     */
    public static HttpRetry of(HttpClient client) {
        Retrier retrier = Retrier.defaults().on(IOException.class);
        return new HttpRetry(Objects.requireNonNull(client, "client"), retrier, IDEMPOTENT, TRANSIENT);
    }

    /**
     * Set what makes the attempts: their number, the schedule, the limits.
     *
     * @param retrier {@code Retrier.defaults().on(IOException.class)} if not set. A classifier of its own decides what is
     *     retried among failures and the answers of {@link #statuses}
     * @return a changed copy
     */
    public HttpRetry retrier(Retrier retrier) {
        return new HttpRetry(client, Objects.requireNonNull(retrier, "retrier"), methods, statuses);
    }

    /**
     * Set the methods of requests that may be sent again. Replaces what was set.
     *
     * @param methods one or more, in upper case; GET, HEAD, OPTIONS, TRACE, PUT and DELETE if not set: those that RFC
     *     9110, section 9.2.2, calls idempotent
     * @return a changed copy
     * @throws IllegalArgumentException if there is none, or one is blank or not in upper case
     */
    public HttpRetry methods(String... methods) {
        List<String> names = List.of(Objects.requireNonNull(methods, "methods"));
        if (names.isEmpty()) {
            throw new IllegalArgumentException("methods: none is given; name one or more, such as GET");
        }
        for (String name : names) {
            if (name.isBlank() || !name.equals(name.toUpperCase(Locale.ROOT))) {
                throw new IllegalArgumentException("methods: '" + name + "' is not in upper case, such as GET");
            }
        }
        return new HttpRetry(client, given, Set.copyOf(names), statuses);
    }

    /**
     * Send requests again whatever their method: what a POST does may then be done twice.
     *
     * @return a changed copy
     */
    public HttpRetry allMethods() {
        return new HttpRetry(client, given, null, statuses);
    }

    /**
     * Set the statuses of answers that are retried. Replaces what was set.
     *
     * @param statuses from 100 to 999; 408, 425, 429 and 500 to 599 if not set; none: every answer is returned
     * @return a changed copy
     * @throws IllegalArgumentException if a status is outside its range
     */
    public HttpRetry statuses(int... statuses) {
        for (int status : Objects.requireNonNull(statuses, "statuses")) {
            if (status < LOWEST || status > HIGHEST) {
                throw new IllegalArgumentException(
                        "statuses: " + status + " is not a status from " + LOWEST + " to " + HIGHEST);
            }
        }
        Set<Integer> set = Arrays.stream(statuses).boxed().collect(Collectors.toUnmodifiableSet());
        return new HttpRetry(client, given, methods, set);
    }

    /**
     * Declare that a body can be sent again: that the publisher gives each subscriber the same bytes.
     *
     * <p>Needed for {@code ofInputStream} (whose supplier must then open a new stream each time), {@code fromPublisher},
     * {@code concat} and publishers of your own. Known to be so are {@code noBody}, {@code ofString},
     * {@code ofByteArray}, {@code ofFile}, and {@code ofByteArrays}, whose {@code Iterable} is expected to begin anew.
     *
     * @param body any publisher
     * @return a publisher of the same bytes that is taken at your word
     */
    public static BodyPublisher replayable(BodyPublisher body) {
        return new ReplayableBody(Objects.requireNonNull(body, "body"));
    }

    /**
     * Send a request as {@link HttpClient#send} does, and again after failures.
     *
     * @param request what to send
     * @param handler makes the body of each answer
     * @param <T> the type of the body
     * @return the first answer that is none to retry, else the last
     * @throws IOException the failure of the last attempt, itself. Also a {@link BodyNotReplayableException}; or, if the
     *     thread is interrupted while it waits after an answer, an {@link dev.reprise.http.HttpStatusException}
     * @throws dev.reprise.policy.AttemptTimeoutException if the last attempt did not end within the retrier's time-out
     * @throws InterruptedException if the thread is interrupted while an attempt runs
     */
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(handler, "handler");
        return retrierOf(request)
                .sync(() -> client.send(request, handler), this::isRetried)
                .<IOException>valueOrThrow(endingOf(request));
    }

    /**
     * Send a request as {@link HttpClient#sendAsync} does, and again after failures.
     *
     * @param request what to send
     * @param handler makes the body of each answer
     * @param <T> the type of the body
     * @return completes as {@link #send} returns or throws, also where the client throws at once. Whoever cancels it stops
     *     the retries and the exchange in flight
     */
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> handler) {
        Objects.requireNonNull(request, "request");
        Objects.requireNonNull(handler, "handler");
        return retrierOf(request)
                .<HttpResponse<T>>async(() -> client.sendAsync(request, handler), this::isRetried, endingOf(request))
                .start();
    }

    /** Say the retrier, the methods and the statuses, where they are not the default. */
    @Override
    public String toString() {
        return given
                + (methods == null ? " all methods" : methods == IDEMPOTENT ? "" : " methods=" + new TreeSet<>(methods))
                + (statuses == TRANSIENT ? "" : " statuses=" + new TreeSet<>(statuses));
    }

    private Retrier retrierOf(HttpRequest request) {
        return mayRepeat(request) && ReplayableBody.isBodyOf(request) ? retrier : once;
    }

    private Ending endingOf(HttpRequest request) {
        return new HttpEnding(request, mayRepeat(request));
    }

    private boolean mayRepeat(HttpRequest request) {
        return methods == null
                || methods.contains(request.method())
                || request.headers().firstValue(IDEMPOTENCY_KEY).isPresent();
    }

    private boolean isRetried(HttpResponse<?> answer) {
        return statuses.contains(answer.statusCode());
    }
}
