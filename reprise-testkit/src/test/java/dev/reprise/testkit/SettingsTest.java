package dev.reprise.testkit;

import static dev.reprise.testkit.Answer.ok;
import static dev.reprise.testkit.Answer.raw;
import static dev.reprise.testkit.Answer.status;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Bad settings fail where they are made, and the message names them. */
class SettingsTest {
    @TestFactory
    Stream<DynamicTest> bad_values_are_refused_by_name() {
        Map<String, ThrowingCallable> bad = new LinkedHashMap<>();
        bad.put("status: 99", () -> status(99));
        bad.put("status: 1000", () -> status(1000));
        bad.put("wait: PT-1S", () -> status(503).retryAfter(ofSeconds(-1)));
        bad.put("wait: PT0.5S", () -> status(503).retryAfter(ofMillis(500)));
        bad.put("lasting: PT-1S", () -> ok("").stall(Point.IN_BODY, ofSeconds(-1)));
        bad.put("bytes: 0", () -> ok("").trickle(0, ofSeconds(1)));
        bad.put("every: PT-1S", () -> ok("").trickle(1, ofSeconds(-1)));
        bad.put("bytes: -1", () -> Answer.zeros(-1));
        bad.put("bytes: -2", () -> Point.afterBodyBytes(-2));
        bad.put("values: none", () -> ok("").contentLength());
        bad.put("name: \"\"", () -> ok("").header("", "x"));
        bad.put("name: \"a b\"", () -> ok("").header("a b", "x"));
        bad.put("name: \"a:\"", () -> ok("").header("a:", "x"));
        bad.put("value: of X has a line break", () -> ok("").header("X", "1\r\nY: 2"));
        bad.put("value: of declared-length", () -> ok("").contentLength("1\n"));
        bad.put("name: content-length belongs to the framing", () -> ok("").header("content-length", "1"));
        bad.put("name: Transfer-Encoding belongs", () -> ok("").header("Transfer-Encoding", "x"));
        bad.put("hosts: 0", () -> FaultServerOptions.defaults().hosts(0));
        bad.put("hosts: 10001", () -> FaultServerOptions.defaults().hosts(10_001));
        bad.put("path: \"x\"", () -> withServer(server -> server.on("x")));
        bad.put("path: \"y\"", () -> withServer(server -> server.uri("y")));
        bad.put("path: \"z\"", () -> withServer(server -> server.requests("z")));
        bad.put("count: 0", () -> withServer(server -> server.on("/").times(0, ok(""))));
        bad.put("next: none", () -> withServer(server -> server.host(0).onConnect()));
        return bad.entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(
                        entry.getKey(),
                        () -> assertThatThrownBy(entry.getValue())
                                .isInstanceOf(IllegalArgumentException.class)
                                .hasMessageContaining(entry.getKey())));
    }

    @Test
    void raw_text_takes_faults_but_neither_headers_nor_framing() {
        assertThat(raw("x").delay(ofMillis(1)).reset(Point.IN_BODY).status()).isZero();
        assertThat(raw("x").body("y")).isEqualTo(raw("y"));
        assertThatThrownBy(() -> raw("x").header("A", "b")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> raw("x").closing()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> raw("x").chunked()).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> raw("x").gzip()).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void answers_are_values() {
        Answer one = ok("hello").retryAfter("x").delay(ofMillis(5)).gzip();
        assertThat(ok("hello").retryAfter("x").delay(ofMillis(5)).gzip())
                .isEqualTo(one)
                .hasSameHashCodeAs(one);
        assertThat(ok("hello").retryAfter("y").delay(ofMillis(5)).gzip()).isNotEqualTo(one);
        assertThat(ok("hallo").retryAfter("x").delay(ofMillis(5)).gzip()).isNotEqualTo(one);
        assertThat(ok("hello").retryAfter("x").delay(ofMillis(6)).gzip()).isNotEqualTo(one);
        assertThat(ok("hello").retryAfter("x").delay(ofMillis(5))).isNotEqualTo(one);
        assertThat(status(503).retryAfter("2").reset(Point.IN_HEADERS).stall(Point.afterBodyBytes(3), ofMillis(5)))
                .hasToString("503, Retry-After: 2, reset in headers, stall after 3 body bytes for PT0.005S");
    }

    @Test
    void a_body_is_copied_when_it_is_given() {
        byte[] bytes = {1, 2, 3};
        Answer answer = ok(bytes);
        bytes[0] = 9;
        assertThat(answer).isEqualTo(ok(new byte[] {1, 2, 3}));
    }

    @Test
    @SuppressWarnings("NullAway") // passing null is the point
    void null_is_refused_by_name() {
        assertThatThrownBy(() -> ok("").reset(null)).hasMessage("point");
        assertThatThrownBy(() -> ok("").header(null, "x")).hasMessage("name");
        assertThatThrownBy(() -> ok("").header("x", null)).hasMessage("value");
        assertThatThrownBy(() -> FaultServer.start(null)).hasMessage("options");
        assertThatThrownBy(() -> FaultServerOptions.defaults().clock(null)).hasMessage("clock");
        assertThatThrownBy(() -> Faults.rateLimitedUntil(null)).hasMessage("reset");
    }

    private static void withServer(java.util.function.Consumer<FaultServer> use) {
        try (FaultServer server = FaultServer.start()) {
            use.accept(server);
        }
    }
}
