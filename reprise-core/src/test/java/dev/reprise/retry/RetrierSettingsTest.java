package dev.reprise.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.policy.FailReason;
import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

@SuppressWarnings({"NullAway", "FutureReturnValueIgnored", "CheckReturnValue"}) // The mistakes are the tests.
class RetrierSettingsTest {
    private static final Retrier RETRIER = Retrier.defaults();
    private static final ResultRetrier<String> RESULTS = RETRIER.rejectIf(result -> false);
    private static final Duration ZERO = Duration.ZERO;

    @TestFactory
    Stream<DynamicTest> null_is_refused_by_the_name_of_its_argument() {
        Map<String, ThrowingCallable> cases = new LinkedHashMap<>();
        cases.put("policy", () -> Retrier.of(null));
        cases.put("timeBudget", () -> RETRIER.timeBudget(null));
        cases.put("patience", () -> RETRIER.patience(null));
        cases.put("attemptTimeout", () -> RETRIER.attemptTimeout(null));
        cases.put("classifier", () -> RETRIER.classifier(null));
        cases.put("budget", () -> RETRIER.budget(null));
        cases.put("listener", () -> RETRIER.listen(null));
        cases.put("time", () -> RETRIER.time(null));
        cases.put("random", () -> RETRIER.random(null));
        cases.put("executor", () -> RETRIER.executor(null));
        cases.put("scheduler", () -> RETRIER.scheduler(null));
        cases.put("rejected", () -> RETRIER.rejectIf(null));
        cases.put("call", () -> RETRIER.call(null));
        cases.put("call of tryCall", () -> RETRIER.tryCall(null));
        cases.put("call of callAsync", () -> RETRIER.callAsync(null));
        cases.put("call of wrap", () -> RETRIER.wrap(null));
        cases.put("supplier", () -> RETRIER.wrapSupplier(null));
        cases.put("runnable", () -> RETRIER.wrapRunnable(null));
        cases.put("function", () -> RETRIER.wrapFunction(null));
        cases.put("call of results", () -> RESULTS.call(null));
        cases.put("call of results' tryCall", () -> RESULTS.tryCall(null));
        cases.put("call of results' callAsync", () -> RESULTS.callAsync(null));
        cases.put("call of results' wrap", () -> RESULTS.wrap(null));
        cases.put("supplier of results", () -> RESULTS.wrapSupplier(null));
        cases.put("function of results", () -> RESULTS.wrapFunction(null));
        cases.put("start", () -> new ManualTime(null));
        cases.put("delay", () -> new ManualTime().advance(null));
        cases.put("task", () -> new ManualTime().schedule(null, ZERO));
        cases.put("elapsed", () -> new RetryResult<>("x", null, null, 1, null));
        return each(cases, NullPointerException.class, name -> name.replaceAll(" .*", ""));
    }

    @TestFactory
    Stream<DynamicTest> a_bad_value_is_refused_with_what_is_allowed() {
        Map<String, ThrowingCallable> cases = new LinkedHashMap<>();
        cases.put("maxAttempts: 0 is not from 1 to 32766", () -> Retrier.attempts(0));
        cases.put("maxAttempts: 32767 is not from 1 to 32766", () -> Retrier.attempts(32767));
        cases.put("timeBudget: 0s is not above zero", () -> RETRIER.timeBudget(ZERO));
        cases.put("patience: 0s is not above zero", () -> RETRIER.patience(ZERO));
        cases.put("patience: PT-0.001S is not above zero", () -> RETRIER.patience(Duration.ofMillis(-1)));
        cases.put("attemptTimeout: 0s is not above zero", () -> RETRIER.attemptTimeout(ZERO));
        cases.put("attemptTimeout: PT-1S is not above zero", () -> RETRIER.attemptTimeout(Duration.ofSeconds(-1)));
        cases.put(
                "retryOn: java.lang.InterruptedException is never decided on; interrupts, cancellation and errors of"
                        + " the JVM pass through",
                () -> RETRIER.on(InterruptedException.class));
        cases.put(
                "delay: PT-1S is negative; time goes forward only",
                () -> new ManualTime().advance(Duration.ofSeconds(-1)));
        cases.put(
                "failure and reason: both or neither must be null",
                () -> new RetryResult<>(null, new IOException(), null, 1, ZERO));
        cases.put(
                "failure and reason: both or neither must be null ",
                () -> new RetryResult<>("x", null, FailReason.DEADLINE, 1, ZERO));
        return each(cases, IllegalArgumentException.class, String::trim);
    }

    @Test
    void a_retrier_says_its_settings_with_every_bound_in_force() {
        assertThat(RETRIER)
                .hasToString("transient attempts=3 bound=1d hint=atleast exponential base=200ms limit=10s"
                        + " jitter=50% patience=1m");
        Retrier bounded = Retrier.attempts(5)
                .backoff("constant 1s")
                .timeBudget(Duration.ofMinutes(2))
                .patience(Duration.ofSeconds(30))
                .attemptTimeout(Duration.ofSeconds(5))
                .budget(RetryBudget.cost());
        assertThat(bounded)
                .hasToString("transient attempts=5 budget=2m bound=1d hint=atleast constant 1s patience=30s"
                        + " attemptTimeout=5s " + RetryBudget.cost());
        assertThat(RESULTS).hasToString(RETRIER + " rejectIf");
        assertThat(RESULTS.returnLast()).hasToString(RETRIER + " rejectIf returnLast");
    }

    @Test
    void a_setting_gives_a_changed_copy_and_leaves_the_retrier_as_it_was() {
        String before = RETRIER.toString();
        Retrier changed =
                RETRIER.patience(Duration.ofDays(1)).on(IOException.class).backoff("none");
        assertThat(changed.policy().retryOn()).containsExactly(IOException.class);
        assertThat(RETRIER).hasToString(before);
        assertThat(RETRIER.policy().retryOn()).containsExactly(Exception.class);
        assertThat(Retrier.defaults()).isSameAs(RETRIER);
    }

    @Test
    void a_policy_brings_its_own_schedule_and_a_later_setting_replaces_an_earlier_one() {
        RetryPolicy policy = RetryPolicy.parse("attempts=7 steps 1s,2s");
        assertThat(Retrier.of(policy).policy()).isEqualTo(policy);
        assertThat(Retrier.of(policy).backoff("none").backoff("constant 2s").policy())
                .isEqualTo(policy.backoff("constant 2s"));
        assertThat(RETRIER.neverOn(IOException.class)
                        .neverOn(IllegalStateException.class)
                        .policy()
                        .neverOn())
                .containsExactly(IllegalStateException.class);
    }

    private static Stream<DynamicTest> each(
            Map<String, ThrowingCallable> cases,
            Class<? extends Exception> type,
            java.util.function.UnaryOperator<String> message) {
        return cases.entrySet().stream()
                .map(one -> DynamicTest.dynamicTest(
                        one.getKey(),
                        () -> assertThatThrownBy(one.getValue())
                                .isInstanceOf(type)
                                .hasMessage(message.apply(one.getKey()))));
    }
}
