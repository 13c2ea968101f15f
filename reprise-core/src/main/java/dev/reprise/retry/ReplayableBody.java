package dev.reprise.retry;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.Flow;

/** Take a publisher at its user's word, and know those of the JDK that can be subscribed to again. */
record ReplayableBody(BodyPublisher publisher) implements BodyPublisher {
    /**
     * The JDK's own types, which tests check on each JDK; under another name a body would be refused. Not among them:
     * that of {@code ofInputStream}, which sends nothing at all if its supplier gives the same stream again.
     */
    private static final Set<String> OF_THE_JDK =
            Set.of("EmptyPublisher", "StringPublisher", "ByteArrayPublisher", "FilePublisher", "IterablePublisher");

    static boolean isBodyOf(HttpRequest request) {
        return request.bodyPublisher().map(ReplayableBody::replays).orElse(true);
    }

    /** Say why a request is not sent again, and what to do; its address may be secret. */
    static String refusal(HttpRequest request) {
        return "the body of this " + request.method() + " cannot be sent again: its publisher, "
                + request.bodyPublisher()
                        .map(publisher -> publisher.getClass().getTypeName())
                        .orElse("none")
                + ", may not give the same bytes twice; use ofString, ofByteArray or ofFile, or declare that it does:"
                + " HttpRetry.replayable(publisher)";
    }

    @Override
    public long contentLength() {
        return publisher.contentLength();
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        publisher.subscribe(subscriber);
    }

    private static boolean replays(BodyPublisher body) {
        Class<?> type = body.getClass();
        return body instanceof ReplayableBody
                || isEmpty(body)
                || (type.getModule() == HttpClient.class.getModule() && OF_THE_JDK.contains(type.getSimpleName()));
    }

    /** A publisher that breaks when it is asked does so again inside the attempt, where its failure belongs. */
    private static boolean isEmpty(BodyPublisher body) {
        try {
            return body.contentLength() == 0;
        } catch (Throwable broken) {
            return false;
        }
    }
}
