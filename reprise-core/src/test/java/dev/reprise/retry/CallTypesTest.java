package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Most of these tests have passed once they compile: a method declares exactly what its call throws. */
class CallTypesTest {
    private final Retrier retrier = Retrier.attempts(2).backoff("none").time(new ManualTime());

    @Test
    void one_checked_type_comes_out_precisely() throws IOException, InterruptedException {
        assertThat(retrier.call(CallTypesTest::reads)).isEqualTo("read");
        assertThat(retrier.call(() -> reads())).isEqualTo("read");
        assertThat(retrier.rejectIf(String::isEmpty).call(() -> reads())).isEqualTo("read");
        assertThat(retrier.wrap(() -> reads()).call()).isEqualTo("read");
    }

    @Test
    void a_call_without_checked_exceptions_throws_none_but_the_interrupt() throws InterruptedException {
        assertThat(retrier.call(() -> 1 + 1)).isEqualTo(2);
        assertThat(retrier.call(() -> {
                    new CountDownLatch(0).await();
                    return "waited";
                }))
                .isEqualTo("waited");
        assertThat(retrier.tryCall(() -> reads()).value()).isEqualTo("read");
    }

    @Test
    void several_checked_types_widen_to_their_common_supertype() throws Exception {
        Call<String, Exception> either = () -> System.nanoTime() == 0 ? queries() : reads();
        assertThat(retrier.call(either)).isEqualTo("read");
    }

    @Test
    void an_error_can_be_what_a_call_declares() throws InterruptedException {
        Call<String, AssertionError> checks = () -> "checked";
        assertThat(retrier.call(checks)).isEqualTo("checked");
    }

    @Test
    void suppliers_runnables_and_functions_are_wrapped_as_what_they_are() {
        int[] attempts = {0};
        Supplier<Integer> supplier = retrier.wrapSupplier(() -> flaky(++attempts[0]));
        Function<Integer, Integer> function = retrier.wrapFunction(argument -> flaky(++attempts[0]) + argument);
        Runnable runnable = retrier.wrapRunnable(() -> flaky(++attempts[0]));
        assertThat(supplier.get()).isEqualTo(2);
        assertThat(function.apply(10)).isEqualTo(14);
        runnable.run();
        assertThat(attempts[0]).isEqualTo(6);
    }

    @Test
    void what_a_wrapped_supplier_throws_comes_out_itself_with_the_flag_as_it_is() {
        UncheckedIOException down = new UncheckedIOException(new IOException("down"));
        Supplier<String> supplier = retrier.wrapSupplier(() -> {
            Thread.currentThread().interrupt();
            throw down;
        });
        assertThatThrownBy(supplier::get).isSameAs(down);
        assertThat(Thread.interrupted()).isTrue();
    }

    private static int flaky(int attempt) {
        if (attempt % 2 == 1) {
            throw new IllegalStateException("odd");
        }
        return attempt;
    }

    private static String reads() throws IOException {
        if (System.nanoTime() == 0) {
            throw new IOException("never");
        }
        return "read";
    }

    private static String queries() throws SQLException {
        throw new SQLException("never");
    }
}
