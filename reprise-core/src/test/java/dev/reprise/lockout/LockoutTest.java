package dev.reprise.lockout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.backoff.Backoff;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LockoutTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration DAY = Duration.ofHours(24);
    private static final Lockout LOCKOUT = Lockout.of(Backoff.parse("exponential base=1s max=15m free=4"));

    @Nested
    class Locking {
        @Test
        void free_failures_are_counted_but_lock_nothing() {
            LockoutState state = fail(LOCKOUT, 4);
            assertThat(state).isEqualTo(new LockoutState(4, NOW, null));
            assertThat(LOCKOUT.lockedFor(state, NOW)).isZero();
        }

        @Test
        void each_further_failure_locks_for_longer() {
            assertThat(fail(LOCKOUT, 5)).isEqualTo(new LockoutState(5, NOW, NOW.plusSeconds(1)));
            assertThat(fail(LOCKOUT, 7)).isEqualTo(new LockoutState(7, NOW, NOW.plusSeconds(4)));
            assertThat(fail(LOCKOUT, 40)).isEqualTo(new LockoutState(40, NOW, NOW.plusSeconds(900)));
        }

        @Test
        void the_time_that_is_left_counts_down_to_zero() {
            LockoutState state = fail(LOCKOUT, 7);
            assertThat(LOCKOUT.lockedFor(state, NOW)).isEqualTo(Duration.ofSeconds(4));
            assertThat(LOCKOUT.lockedFor(state, NOW.plusMillis(3_999))).isEqualTo(Duration.ofMillis(1));
            assertThat(LOCKOUT.lockedFor(state, NOW.plusSeconds(4))).isZero();
            assertThat(LOCKOUT.lockedFor(state, NOW.plusSeconds(5))).isZero();
            assertThat(LOCKOUT.lockedFor(LockoutState.clear(), NOW)).isZero();
        }

        @Test
        void a_success_forgets_everything() {
            assertThat(LOCKOUT.afterSuccess()).isEqualTo(new LockoutState(0, null, null));
        }

        @Test
        void a_failure_while_locked_never_unlocks_sooner() {
            Lockout falling = Lockout.of(Backoff.parse("steps 1h,1s,0s"));
            LockoutState locked = falling.afterFailure(LockoutState.clear(), NOW);
            LockoutState second = falling.afterFailure(locked, NOW.plusSeconds(1));
            LockoutState third = falling.afterFailure(second, NOW.plusSeconds(2));
            assertThat(second).isEqualTo(new LockoutState(2, NOW.plusSeconds(1), NOW.plusSeconds(3600)));
            assertThat(third).isEqualTo(new LockoutState(3, NOW.plusSeconds(2), NOW.plusSeconds(3600)));
            assertThat(falling.afterFailure(third, NOW.plusSeconds(3600)).until())
                    .isNull();
        }

        @Test
        void the_count_and_the_instant_stop_at_the_end_of_their_range() {
            LockoutState last = new LockoutState(Integer.MAX_VALUE, NOW, NOW);
            assertThat(LOCKOUT.afterFailure(last, NOW).failures()).isEqualTo(Integer.MAX_VALUE);
            assertThat(LOCKOUT.afterFailure(new LockoutState(50, Instant.MAX, null), Instant.MAX)
                            .until())
                    .isEqualTo(Instant.MAX);
        }
    }

    @Nested
    class Forgetting {
        @Test
        void a_last_failure_older_than_a_day_starts_the_count_again() {
            LockoutState state = fail(LOCKOUT, 7);
            assertThat(LOCKOUT.afterFailure(state, NOW.plus(DAY)).failures())
                    .as("a day old is not older")
                    .isEqualTo(8);
            assertThat(LOCKOUT.afterFailure(state, NOW.plus(DAY).plusNanos(1)))
                    .isEqualTo(new LockoutState(1, NOW.plus(DAY).plusNanos(1), null));
        }

        @Test
        void the_time_to_forget_can_be_set() {
            Lockout quick = LOCKOUT.forgetAfter(Duration.ofHours(1));
            LockoutState state = fail(quick, 7);
            assertThat(quick.afterFailure(state, NOW.plusSeconds(3600)).failures())
                    .isEqualTo(8);
            assertThat(quick.afterFailure(state, NOW.plusSeconds(3601)).failures())
                    .isEqualTo(1);
            assertThat(quick).hasToString("lockout exponential base=1s max=15m free=4 forgetAfter=1h");
            assertThat(LOCKOUT).hasToString("lockout exponential base=1s max=15m free=4 forgetAfter=1d");
        }

        @Test
        void nothing_is_forgotten_while_locked() {
            Lockout lockout = Lockout.of(Backoff.parse("steps 1s,2d")).forgetAfter(Duration.ofHours(1));
            LockoutState state = fail(lockout, 2);
            assertThat(lockout.afterFailure(state, NOW.plus(DAY)).failures()).isEqualTo(3);
            assertThat(lockout.afterFailure(state, NOW.plus(Duration.ofDays(2))).failures())
                    .isEqualTo(1);
        }

        @Test
        void a_clock_that_went_back_forgets_nothing() {
            LockoutState state = fail(LOCKOUT, 7);
            assertThat(LOCKOUT.afterFailure(state, NOW.minus(DAY).minus(DAY)).failures())
                    .isEqualTo(8);
        }
    }

    @Nested
    class Refusals {
        @Test
        void a_schedule_with_jitter_is_refused_since_a_person_sees_the_wait() {
            assertThatThrownBy(() -> Lockout.of(Backoff.parse("constant 10s jitter=20%")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("schedule: `constant 10s jitter=20%` has jitter; allowed is a schedule without,"
                            + " since a person sees the wait");
        }

        @Test
        void a_time_to_forget_is_above_zero() {
            for (Duration never : new Duration[] {Duration.ZERO, Duration.ofSeconds(-1)}) {
                assertThatThrownBy(() -> LOCKOUT.forgetAfter(never))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("forgetAfter: " + never + " is not above zero");
            }
        }

        @Test
        void a_stored_state_that_cannot_be_is_refused() {
            assertThatThrownBy(() -> new LockoutState(-1, NOW, null))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("failures: -1 is negative; allowed is zero or more");
            assertThatThrownBy(() -> new LockoutState(3, null, null))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("failures: 3 contradicts lastFailure: null");
            assertThatThrownBy(() -> new LockoutState(0, NOW, null)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> new LockoutState(0, null, NOW))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageEndingWith("contradicts failures: 0; only a failure locks");
        }

        @Test
        @SuppressWarnings("NullAway") // passes null on purpose
        void a_null_argument_is_named() {
            assertThatThrownBy(() -> Lockout.of(null)).hasMessage("schedule");
            assertThatThrownBy(() -> LOCKOUT.forgetAfter(null)).hasMessage("forgetAfter");
            assertThatThrownBy(() -> LOCKOUT.afterFailure(null, NOW)).hasMessage("state");
            assertThatThrownBy(() -> LOCKOUT.afterFailure(LockoutState.clear(), null))
                    .hasMessage("now");
            assertThatThrownBy(() -> LOCKOUT.lockedFor(null, NOW)).hasMessage("state");
            assertThatThrownBy(() -> LOCKOUT.lockedFor(LockoutState.clear(), null))
                    .hasMessage("now");
        }
    }

    private static LockoutState fail(Lockout lockout, int times) {
        LockoutState state = LockoutState.clear();
        for (int i = 0; i < times; i++) {
            state = lockout.afterFailure(state, NOW);
        }
        return state;
    }
}
