package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.apache.hc.client5.http.HttpResponseException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ShapeTest {
    private static List<MethodHandle> handles(Class<?> type, String status, String header) {
        return new Shape(type.getName(), status, header).handles(type);
    }

    private static int status(String path) throws Throwable {
        return (int) handles(Open.class, path, "").get(0).invoke(new Open());
    }

    private static @Nullable Object header(String path) throws Throwable {
        return handles(Open.class, "code", path).get(1).invoke(new Open(), "Date");
    }

    private static MethodHandle retryAt(String path) {
        return new Shape("", "code", "", path, "").handles(Open.class).get(2);
    }

    @Nested
    class Paths {
        @Test
        void a_path_is_followed_through_public_getters() throws Throwable {
            assertThat(status("code")).isEqualTo(429);
            assertThat(status("answer.code")).isEqualTo(429);
            assertThat(status("boxed")).isEqualTo(429);
            assertThat(header("header")).isEqualTo("Date");
            assertThat(header("answer.header")).isEqualTo("Date");
            assertThat(header("answer.all")).isEqualTo(Map.of("Date", List.of("now")));
        }

        @Test
        void without_the_status_there_is_no_shape() {
            assertThat(handles(Open.class, "gone", "header")).isEmpty();
            assertThat(handles(Open.class, "answer.gone", "header")).isEmpty();
            assertThat(handles(Open.class, "text", "header")).as("not a number").isEmpty();
            assertThat(handles(Open.class, "hidden", "header")).as("not public").isEmpty();
        }

        @Test
        void without_the_header_the_status_is_left() throws Throwable {
            assertThat(header("")).isNull();
            assertThat(header("gone")).isNull();
            assertThat(header("text")).as("takes no name").isNull();
        }

        /** Feign keeps milliseconds since version 13, and kept a date before. */
        @Test
        void the_instant_of_the_retry_is_a_number_or_what_turns_into_an_instant() throws Throwable {
            assertThat((Object) retryAt("millis").invoke(new Open())).isEqualTo(7_000L);
            assertThat((Object) retryAt("date").invoke(new Open())).isEqualTo(Instant.ofEpochSecond(7));
        }

        @Test
        void without_the_other_paths_nothing_is_claimed() throws Throwable {
            List<MethodHandle> handles = new Shape("", "code", "", "gone", "text").handles(Open.class);
            assertThat((Object) handles.get(2).invoke(new Open())).isNull();
            assertThat((boolean) handles.get(3).invoke(new Open())).isFalse();
        }

        @Test
        void a_class_that_is_not_public_is_not_read() {
            assertThat(handles(Closed.class, "code", "")).isEmpty();
            assertThat(handles(Open.class, "closed.code", "")).isEmpty();
        }
    }

    @Nested
    class Cost {
        private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        private static final int ROUNDS = 20_000;

        @Test
        void reading_what_is_no_response_allocates_nothing() {
            IOException failure = new IOException();
            CompletionException wrapped = new CompletionException(failure);
            Object result = List.of();

            rounds(failure, wrapped, result);
            long before = THREADS.getCurrentThreadAllocatedBytes();
            int told = rounds(failure, wrapped, result);
            long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;

            assertThat(told).isZero();
            assertThat(bytes / ROUNDS).isZero();
        }

        private static int rounds(Throwable failure, Throwable wrapped, Object result) {
            int told = 0;
            for (int i = 0; i < ROUNDS; i++) {
                told += HttpFailures.status(failure) + HttpFailures.status(wrapped) + HttpResponses.status(result);
                told += HttpResponses.header(result, "Retry-After") == null ? 0 : 1;
            }
            return told;
        }
    }

    @Nested
    class Class_loaders {
        @Test
        void the_loader_of_a_failure_that_was_read_can_be_collected() throws Exception {
            assertThat(isCollected(loaderOfReadFailure())).isTrue();
            assertThat(isCollected(loaderOfReadGrpc())).isTrue();
        }

        @Test
        void our_own_loader_can_be_collected_though_it_read_classes_of_the_platform() throws Exception {
            assertThat(isCollected(loaderOfReader())).isTrue();
        }

        private static WeakReference<ClassLoader> loaderOfReadFailure() throws Exception {
            URLClassLoader loader =
                    loader(HttpResponseException.class, Class.forName("org.apache.hc.core5.http.HttpException"));
            Throwable failure = (Throwable) loader.loadClass(HttpResponseException.class.getName())
                    .getConstructor(int.class, String.class)
                    .newInstance(429, "limited");
            assertThat(failure).isNotInstanceOf(HttpResponseException.class);
            for (int call = 0; call < 1_000; call++) {
                assertThat(HttpFailures.status(failure)).isEqualTo(429);
            }
            loader.close();
            return new WeakReference<>(loader);
        }

        private static WeakReference<ClassLoader> loaderOfReadGrpc() throws Exception {
            URLClassLoader loader = loader(Status.class, Class.forName("com.google.common.base.Preconditions"));
            Class<?> status = loader.loadClass(Status.class.getName());
            Throwable failure = (Throwable) status.getMethod("asRuntimeException")
                    .invoke(status.getField("UNAVAILABLE").get(null));
            assertThat(failure).isNotInstanceOf(StatusRuntimeException.class);
            for (int call = 0; call < 1_000; call++) {
                assertThat(HttpFailures.status(failure)).isEqualTo(503);
                assertThat(HttpFailures.header(failure, "Date")).isNull();
            }
            loader.close();
            return new WeakReference<>(loader);
        }

        private static WeakReference<ClassLoader> loaderOfReader() throws Exception {
            URLClassLoader loader = loader(HttpFailures.class);
            Class<?> reader = loader.loadClass(HttpFailures.class.getName());
            assertThat(reader).isNotSameAs(HttpFailures.class);
            assertThat(reader.getMethod("status", Throwable.class).invoke(null, new IllegalStateException()))
                    .isEqualTo(0);
            // One that it knows, too: the shape is that of an interface of the platform.
            Object response = Proxy.newProxyInstance(
                    ClassLoader.getPlatformClassLoader(),
                    new Class<?>[] {HttpResponse.class},
                    (self, method, args) -> 503);
            assertThat(loader.loadClass(HttpResponses.class.getName())
                            .getMethod("status", Object.class)
                            .invoke(null, response))
                    .isEqualTo(503);
            loader.close();
            return new WeakReference<>(loader);
        }

        private static URLClassLoader loader(Class<?>... sources) {
            URL[] urls = new URL[sources.length];
            for (int i = 0; i < sources.length; i++) {
                urls[i] = sources[i].getProtectionDomain().getCodeSource().getLocation();
            }
            return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
        }

        private static boolean isCollected(WeakReference<ClassLoader> loader) {
            for (int round = 0; round < 50 && loader.get() != null; round++) {
                System.gc();
            }
            return loader.get() == null;
        }
    }

    /** A library's exception, and its response. */
    public static class Open extends Exception {
        public int code() {
            return 429;
        }

        public Integer boxed() {
            return 429;
        }

        public String text() {
            return "429";
        }

        public String header(String name) {
            return name;
        }

        public Map<String, List<String>> all() {
            return Map.of("Date", List.of("now"));
        }

        public Long millis() {
            return 7_000L;
        }

        public Date date() {
            return Date.from(Instant.ofEpochSecond(7));
        }

        public Open answer() {
            return this;
        }

        public Closed closed() {
            return new Closed();
        }

        int hidden() {
            return 429;
        }
    }

    static class Closed extends Exception {
        public int code() {
            return 429;
        }
    }
}
