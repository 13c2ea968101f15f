package dev.reprise.bench.compare;

import static java.net.http.HttpResponse.BodyHandlers.ofString;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.policy.RetryDecision;
import dev.reprise.retry.Retrier;
import dev.reprise.retry.RetryListener;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RepriseUsesTest extends FiveUses {
    private final Logger logger = Logger.getLogger("dev.reprise.retry");
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            log(line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void read_the_log() {
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    @AfterEach
    void leave_the_log() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    @Override
    Page retryOnException() throws Throwable {
        // snippet: exception
        Retrier retrier = Retrier.attempts(3).on(IOException.class).backoff("exponential base=100ms jitter=20%");
        Page page = retrier.call(() -> service.load(url));
        // end snippet
        return page;
    }

    @Override
    Response retryOnResult() throws Throwable {
        // snippet: result
        Retrier retrier = Retrier.attempts(3).backoff("exponential base=100ms jitter=20%");
        Response response = retrier.rejectIf((Response answer) -> answer.status() == 503)
                .returnLast()
                .call(() -> service.get(url));
        // end snippet
        return response;
    }

    @Override
    HttpResponse<String> honourRetryAfter(HttpClient client, HttpRequest request) throws Throwable {
        // snippet: retry-after
        Retrier retrier = Retrier.attempts(3).backoff("exponential base=100ms jitter=20%");
        HttpResponse<String> response = retrier.rejectIf((HttpResponse<String> answer) -> answer.statusCode() == 503)
                .returnLast()
                .call(() -> client.send(request, ofString()));
        // end snippet
        return response;
    }

    @Override
    CompletableFuture<Page> retryFuture() {
        // snippet: future
        Retrier retrier = Retrier.attempts(3).on(IOException.class).backoff("exponential base=100ms jitter=20%");
        CompletableFuture<Page> page = retrier.callAsync(() -> service.loadAsync(url));
        // end snippet
        return page;
    }

    @Override
    Page logAndTell() throws Throwable {
        // snippet: log
        Retrier retrier = Retrier.attempts(3)
                .on(IOException.class)
                .backoff("exponential base=100ms jitter=20%")
                .listen(RetryListener.logging());
        Page page = retrier.call(() -> service.load(url));
        // end snippet
        return page;
    }

    @Test
    void the_application_may_log_in_its_own_words() {
        service.fail(new IOException("1"), new IOException("2"), new IOException("3"));
        assertThat(catchThrowable(this::logInOwnWords)).isInstanceOf(IOException.class);
        assertThat(lines).hasSize(3).last().asString().startsWith("ATTEMPTS_EXHAUSTED");

        lines.clear();
        service.fail(new IllegalStateException("bug"));
        assertThat(catchThrowable(this::logInOwnWords)).isInstanceOf(IllegalStateException.class);
        assertThat(lines).singleElement().asString().startsWith("NOT_RETRYABLE");
    }

    private Page logInOwnWords() throws Throwable {
        // snippet: own-words
        Retrier retrier = Retrier.attempts(3)
                .on(IOException.class)
                .backoff("exponential base=100ms jitter=20%")
                .listen(new RetryListener() {
                    @Override
                    public void retryScheduled(int attempt, Throwable failure, RetryDecision.Retry decision) {
                        log("retry in " + decision.delay() + " after " + failure);
                    }

                    @Override
                    public void gaveUp(int attempts, Throwable failure, RetryDecision.Fail decision) {
                        log(decision.reason() + ": " + failure);
                    }
                });
        Page page = retrier.call(() -> service.load(url));
        // end snippet
        return page;
    }

    @Override
    String gaveUp() {
        return "no attempt is left";
    }

    @Override
    String notRetryable() {
        return "the failure is not in retryOn";
    }
}
