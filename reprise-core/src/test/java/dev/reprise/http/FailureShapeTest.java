package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import org.apache.hc.client5.http.HttpResponseException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FailureShapeTest {
    private static int handles(Class<?> type, String status, String header) {
        return new FailureShape(type.getName(), status, header).handles(type).size();
    }

    @Nested
    class Paths {
        @Test
        void a_path_is_followed_through_public_getters() {
            assertThat(handles(Open.class, "code", "")).isEqualTo(1);
            assertThat(handles(Open.class, "answer.code", "answer.header")).isEqualTo(2);
            assertThat(handles(Open.class, "boxed", "header")).isEqualTo(2);
        }

        @Test
        void without_the_status_there_is_no_shape() {
            assertThat(handles(Open.class, "gone", "header")).isZero();
            assertThat(handles(Open.class, "answer.gone", "header")).isZero();
            assertThat(handles(Open.class, "text", "header")).as("not a number").isZero();
            assertThat(handles(Open.class, "hidden", "header")).as("not public").isZero();
        }

        @Test
        void without_the_header_the_status_is_left() {
            assertThat(handles(Open.class, "code", "gone")).isEqualTo(1);
            assertThat(handles(Open.class, "code", "text")).as("takes no name").isEqualTo(1);
        }

        @Test
        void a_class_that_is_not_public_is_not_read() {
            assertThat(handles(Closed.class, "code", "")).isZero();
            assertThat(handles(Open.class, "closed.code", "")).isZero();
        }
    }

    @Nested
    class Class_loaders {
        @Test
        void the_loader_of_a_failure_that_was_read_can_be_collected() throws Exception {
            assertThat(isCollected(loaderOfReadFailure())).isTrue();
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

        private static WeakReference<ClassLoader> loaderOfReader() throws Exception {
            URLClassLoader loader = loader(HttpFailures.class);
            Class<?> reader = loader.loadClass(HttpFailures.class.getName());
            assertThat(reader).isNotSameAs(HttpFailures.class);
            assertThat(reader.getMethod("status", Throwable.class).invoke(null, new IllegalStateException()))
                    .isEqualTo(0);
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
