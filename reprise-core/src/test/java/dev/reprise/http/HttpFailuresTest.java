package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class HttpFailuresTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private final HttpStatusException limited =
            new HttpStatusException(429, Map.of("retry-after", List.of("7"), "X-Request-Id", List.of("r1")));

    @Test
    void status_header_and_hint_of_our_own_interface_are_read() {
        assertThat(HttpFailures.status(limited)).isEqualTo(429);
        assertThat(HttpFailures.header(limited, "x-request-id")).isEqualTo("r1");
        assertThat(HttpFailures.header(limited, "Server")).isNull();
        assertThat(HttpFailures.hint(limited, NOW)).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void a_failure_that_is_no_http_failure_tells_nothing() {
        assertThat(HttpFailures.status(new IOException("HTTP 429"))).isZero();
        assertThat(HttpFailures.header(new IOException(), "Retry-After")).isNull();
        assertThat(HttpFailures.hint(new IOException(), NOW)).isNull();
    }

    @Test
    void a_status_below_zero_is_no_status() {
        assertThat(HttpFailures.status(new Telling(-1))).isZero();
    }

    @Test
    void headers_are_optional() {
        assertThat(HttpFailures.status(new Telling(503))).isEqualTo(503);
        assertThat(HttpFailures.header(new Telling(503), "Retry-After")).isNull();
    }

    @Test
    void headers_may_be_looked_up_by_name_alone() {
        assertThat(HttpFailures.header(new LookingUp(), "retry-after")).isEqualTo("7");
        assertThat(HttpFailures.hint(new CompletionException(new LookingUp()), NOW))
                .isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void a_failure_of_our_own_interface_gives_the_first_value_that_is_not_blank() {
        HttpFailure failure = new Telling(429, Map.of("Retry-After", List.of(" ", "7", "8")));
        assertThat(failure.header("retry-after")).isEqualTo("7");
    }

    @Nested
    class Broken_getters {
        @Test
        void a_getter_that_throws_means_no_status_and_no_header() {
            Throwable[] thrown = {new IllegalStateException(), new AssertionError(), new NoSuchMethodError()};
            for (Throwable broken : thrown) {
                assertThat(HttpFailures.status(new Throwing(broken))).isZero();
                assertThat(HttpFailures.header(new Throwing(broken), "Retry-After"))
                        .isNull();
                assertThat(HttpFailures.hint(new Throwing(broken), NOW)).isNull();
            }
        }

        @Test
        void an_error_of_the_virtual_machine_passes_through() {
            OutOfMemoryError fatal = new OutOfMemoryError();
            assertThatThrownBy(() -> HttpFailures.status(new Throwing(fatal))).isSameAs(fatal);
            assertThatThrownBy(() -> HttpFailures.header(new Throwing(fatal), "Date"))
                    .isSameAs(fatal);
        }

        @Test
        void a_map_of_headers_that_throws_means_no_header() {
            Map<String, List<String>> broken = new AbstractMap<>() {
                @Override
                public Set<Entry<String, List<String>>> entrySet() {
                    throw new UnsupportedOperationException();
                }
            };
            assertThat(HttpFailures.header(new Telling(429, broken), "Retry-After"))
                    .isNull();
        }
    }

    @Nested
    class Wrappers {
        @Test
        void the_known_wrappers_are_looked_through() {
            assertThat(HttpFailures.status(new CompletionException(limited))).isEqualTo(429);
            assertThat(HttpFailures.status(new ExecutionException(limited))).isEqualTo(429);
            assertThat(HttpFailures.status(new UndeclaredThrowableException(limited)))
                    .isEqualTo(429);
            assertThat(HttpFailures.status(new InvocationTargetException(limited)))
                    .isEqualTo(429);
            assertThat(HttpFailures.hint(new CompletionException(new ExecutionException(limited)), NOW))
                    .isEqualTo(Duration.ofSeconds(7));
        }

        @Test
        void other_causes_are_not_looked_into() {
            assertThat(HttpFailures.status(new RuntimeException(limited))).isZero();
        }

        @Test
        void a_wrapper_that_tells_a_status_of_its_own_is_asked_itself() {
            assertThat(HttpFailures.status(new TellingWrapper(limited))).isEqualTo(503);
        }

        @Test
        void at_most_16_wrappers_are_looked_through() {
            assertThat(HttpFailures.status(wrapped(16))).isEqualTo(429);
            assertThat(HttpFailures.status(wrapped(17))).isZero();
        }

        @Test
        void a_loop_of_wrappers_ends() throws Exception {
            Throwable loop = loopOfWrappers();
            assertThat(loop.getCause()).extracting(Throwable::getCause).isSameAs(loop);

            assertThat(HttpFailures.status(loop)).isZero();
            assertThat(HttpFailures.header(loop, "Retry-After")).isNull();
        }

        @Test
        void a_wrapper_that_causes_itself_ends() {
            assertThat(HttpFailures.status(new SelfCaused())).isZero();
        }

        private Throwable wrapped(int depth) {
            Throwable failure = limited;
            for (int i = 0; i < depth; i++) {
                failure = new CompletionException(failure);
            }
            return failure;
        }

        /** No constructor makes a loop, but a stream of bytes does, and failures do travel. */
        private static Throwable loopOfWrappers() throws IOException, ClassNotFoundException {
            IOException placeholder = new IOException();
            Throwable outer = new ExecutionException(new CompletionException(placeholder));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes) {
                {
                    enableReplaceObject(true);
                }

                @Override
                protected Object replaceObject(Object written) {
                    return written == placeholder ? outer : written;
                }
            }) {
                out.writeObject(outer);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                return (Throwable) in.readObject();
            }
        }
    }

    private static final class Telling extends Exception implements HttpFailure {
        private final int status;
        private final transient Map<String, List<String>> headers;

        private Telling(int status) {
            this(status, Map.of());
        }

        private Telling(int status, Map<String, List<String>> headers) {
            this.status = status;
            this.headers = headers;
        }

        @Override
        public int status() {
            return status;
        }

        @Override
        public Map<String, List<String>> headers() {
            return headers;
        }
    }

    private static final class LookingUp extends Exception implements HttpFailure {
        @Override
        public int status() {
            return 503;
        }

        @Override
        public @Nullable String header(String name) {
            return name.equalsIgnoreCase("Retry-After") ? "7" : null;
        }
    }

    private static final class Throwing extends Exception implements HttpFailure {
        private final Throwable thrown;

        private Throwing(Throwable thrown) {
            this.thrown = thrown;
        }

        @Override
        public int status() {
            throw sneaky(thrown);
        }

        @Override
        public Map<String, List<String>> headers() {
            throw sneaky(thrown);
        }

        private static RuntimeException sneaky(Throwable thrown) {
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        }
    }

    private static final class TellingWrapper extends CompletionException implements HttpFailure {
        private TellingWrapper(Throwable cause) {
            super(cause);
        }

        @Override
        public int status() {
            return 503;
        }
    }

    private static final class SelfCaused extends CompletionException {
        @Override
        public synchronized Throwable getCause() {
            return this;
        }
    }
}
