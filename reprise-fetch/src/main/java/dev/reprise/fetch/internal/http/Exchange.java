package dev.reprise.fetch.internal.http;

import dev.reprise.fetch.internal.http.Body.Received;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncClientEndpoint;
import org.apache.hc.core5.http.nio.AsyncClientExchangeHandler;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.RequestChannel;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/**
 * Carry one request and its answer through HttpClient; {@code done} hears of it exactly once, after its connection is
 * free again or closed.
 */
final class Exchange implements AsyncClientExchangeHandler, Transport.Sent {
    private final PageRequest request;
    private final HttpRequest message;
    private final long maxBytes;
    private final Consumer<Hop> done;
    private final AtomicBoolean told = new AtomicBoolean();
    private volatile boolean timedOut;
    private volatile @Nullable AsyncClientEndpoint endpoint;
    private volatile @Nullable HttpResponse response;
    private @Nullable Body body;
    private ContentDecoder decoder = ContentDecoder.IDENTITY;

    Exchange(PageRequest request, HttpRequest message, long maxBytes, Consumer<Hop> done) {
        this.request = request;
        this.message = message;
        this.maxBytes = maxBytes;
        this.done = done;
    }

    @Override
    public void timeOut() {
        timedOut = true;
        abort();
    }

    @Override
    public void abort() {
        failed(new CancellationException("the exchange was cut off"));
    }

    boolean over() {
        return told.get();
    }

    /** Go on now that there is a connection, or give it to whoever waits next. */
    void connected(AsyncClientEndpoint connection, HttpContext context) {
        endpoint = connection;
        if (over()) {
            connection.releaseAndReuse();
            return;
        }
        try {
            connection.execute(this, null, context);
        } catch (IllegalStateException cutOffMeanwhile) {
            failed(cutOffMeanwhile);
        }
    }

    @Override
    public void produceRequest(RequestChannel channel, HttpContext context) throws HttpException, IOException {
        if (!request.maySend().getAsBoolean()) {
            tell(new Hop.NotSent(), false);
            throw new HeldException();
        }
        channel.sendRequest(message, null, context);
    }

    @Override
    public int available() {
        return 0;
    }

    @Override
    public void produce(DataStreamChannel channel) {}

    @Override
    public void consumeInformation(HttpResponse informational, HttpContext context) {}

    @Override
    public void consumeResponse(HttpResponse answer, @Nullable EntityDetails entity, HttpContext context)
            throws IOException {
        response = answer;
        boolean success = request.success().test(answer.getCode());
        body = new Body(maxBytes, success ? request.save() : null);
        if (entity == null) {
            complete();
            return;
        }
        Header encoding = answer.getFirstHeader("Content-Encoding");
        if (encoding != null) {
            decoder = ContentDecoder.of(encoding.getValue());
        } else if (success && entity.getContentLength() > maxBytes) {
            throw new TooLargeException(maxBytes);
        }
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        channel.update(Integer.MAX_VALUE);
    }

    @Override
    public void consume(ByteBuffer encoded) throws IOException {
        Body current = body;
        if (current == null || over()) {
            throw new ConnectionClosedException("data after the end of the exchange");
        }
        decoder.decode(encoded, current::take);
    }

    @Override
    public void streamEnd(@Nullable List<? extends Header> trailers) throws IOException {
        decoder.end();
        complete();
    }

    @Override
    public void failed(Exception cause) {
        HttpResponse answer = response;
        if (answer != null && !request.success().test(answer.getCode())) {
            // What a server says with an error page counts, however the page itself ends.
            tell(answer(answer, -1, null), false);
        } else {
            tell(new Hop.Broken(cause, timedOut), false);
        }
    }

    @Override
    public void cancel() {
        failed(new CancellationException("the exchange was cancelled"));
    }

    @Override
    public void releaseResources() {
        // Nearly always the answer has been told: an exception would be made, with its stack, for nobody.
        if (!told.get()) {
            failed(new ConnectionClosedException("the connection ended before the answer"));
        }
        decoder.close();
        Body current = body;
        if (current != null) {
            current.discard();
        }
    }

    private void complete() throws IOException {
        HttpResponse answer = Objects.requireNonNull(response, "response");
        if (over()) {
            return;
        }
        Received received = Objects.requireNonNull(body, "body").finish();
        tell(answer(answer, received.bytes(), received.digest()), true);
    }

    private void tell(Hop hop, boolean reuse) {
        if (!told.compareAndSet(false, true)) {
            return;
        }
        AsyncClientEndpoint connection = endpoint;
        if (connection != null && reuse) {
            connection.releaseAndReuse();
        } else if (connection != null) {
            connection.releaseAndDiscard();
        }
        done.accept(hop);
    }

    private static Hop answer(HttpResponse answer, long bytes, @Nullable String digest) {
        String retryAfter = value(answer, "Retry-After");
        return new Hop.Answer(
                answer.getCode(),
                value(answer, "Location"),
                retryAfter != null && !retryAfter.isBlank() ? retryAfter : value(answer, "X-Retry-After"),
                value(answer, "Date"),
                value(answer, "Content-Type"),
                cookies(answer),
                bytes,
                digest);
    }

    private static @Nullable String value(HttpResponse answer, String name) {
        Header header = answer.getFirstHeader(name);
        return header == null ? null : header.getValue();
    }

    private static List<String> cookies(HttpResponse answer) {
        if (!answer.containsHeader("Set-Cookie")) {
            return List.of();
        }
        List<String> cookies = new ArrayList<>();
        for (Header header : answer.getHeaders("Set-Cookie")) {
            cookies.add(header.getValue());
        }
        return cookies;
    }
}
