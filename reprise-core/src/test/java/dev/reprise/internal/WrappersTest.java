package dev.reprise.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WrappersTest {
    private final IOException inner = new IOException();

    @Test
    void every_known_wrapper_is_opened() {
        assertThat(Wrappers.unwrap(new CompletionException(new ExecutionException(
                        new UndeclaredThrowableException(new InvocationTargetException(inner))))))
                .isSameAs(inner);
    }

    @Test
    void other_exceptions_are_not_opened() {
        IllegalStateException outer = new IllegalStateException(inner);

        assertThat(Wrappers.unwrap(outer)).isSameAs(outer);
    }

    @Test
    void a_wrapper_without_a_cause_is_the_failure() {
        Throwable empty = new ExecutionException("empty", null);

        assertThat(Wrappers.unwrap(empty)).isSameAs(empty);
    }

    @Test
    void sixteen_wrappers_are_opened_and_no_more() {
        assertThat(Wrappers.unwrap(wrapped(16))).isSameAs(inner);
        assertThat(Wrappers.unwrap(wrapped(17))).isInstanceOf(ExecutionException.class);
    }

    @Test
    void a_loop_of_wrappers_ends() {
        Throwable loop = new OwnCause();

        assertThat(Wrappers.unwrap(loop)).isSameAs(loop);
    }

    @Test
    void a_wrapper_that_cannot_tell_its_cause_is_the_failure() {
        Throwable broken = new Broken();

        assertThat(Wrappers.unwrap(broken)).isSameAs(broken);
        assertThat(Causes.message(broken)).isEmpty();
    }

    private Throwable wrapped(int times) {
        Throwable failure = inner;
        for (int i = 0; i < times; i++) {
            failure = new ExecutionException(failure);
        }
        return failure;
    }

    private static final class OwnCause extends CompletionException {
        @Override
        public synchronized Throwable getCause() {
            return this;
        }
    }

    private static final class Broken extends CompletionException {
        @Override
        public synchronized @Nullable Throwable getCause() {
            throw new IllegalStateException("no cause for you");
        }

        @Override
        public @Nullable String getMessage() {
            throw new IllegalStateException("no message for you");
        }
    }
}
