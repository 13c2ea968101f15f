package dev.reprise.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.policy.PolicyWarning.Code;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PolicyCheckTest {
    private static final RetryClassifier CLAIMS_INDEFINITE = claiming(Set.of(RetryKind.INDEFINITE));

    @Test
    void the_defaults_give_no_warning_but_their_total_wait() {
        assertThat(RetryPolicy.defaults().check(null, null))
                .containsExactly(new PolicyWarning(
                        Code.TOTAL_WAIT, "the waits of 2 retries can add up to 18s, hints not counted"));
        assertThat(Code.TOTAL_WAIT.isInformation()).isTrue();
    }

    @Test
    void a_policy_that_never_retries_is_fine() {
        assertThat(RetryPolicy.parse("never exponential base=1m").check(CLAIMS_INDEFINITE, Duration.ofHours(1)))
                .isEmpty();
        assertThat(RetryPolicy.attempts(1).check(null, null)).isEmpty();
    }

    @Test
    void the_gravest_comes_first_and_only_the_total_wait_is_information() {
        List<PolicyWarning> warnings =
                RetryPolicy.parse("attempts=5 budget=3d steps 1d,2d jitter=20%").check(null, null);

        assertThat(warnings)
                .extracting(PolicyWarning::code)
                .containsExactly(
                        Code.ATTEMPTS_OUT_OF_REACH, Code.JITTER_WITHOUT_ROOM, Code.STEPS_TOO_FEW, Code.TOTAL_WAIT);
        assertThat(warnings)
                .extracting(warning -> warning.code().isInformation())
                .containsExactly(false, false, false, true);
        assertThat(warnings.get(2))
                .hasToString("STEPS_TOO_FEW: the schedule has 2 steps for 4 retries; the last is repeated");
    }

    @Test
    @SuppressWarnings("NullAway") // The point of the test.
    void a_classifier_whose_claims_are_null_claims_nothing() {
        RetryClassifier careless = new RetryClassifier() {
            @Override
            public @Nullable RetryOverride classify(Throwable failure, AttemptState state) {
                return null;
            }

            @Override
            public Set<RetryKind> claims() {
                return null;
            }
        };

        assertThat(codes(RetryPolicy.parse("none"), careless, null)).isEmpty();
        assertThat(codes(RetryPolicy.parse("none"), RetryClassifiers.compose(careless, CLAIMS_INDEFINITE), null))
                .containsExactly(Code.NOTHING_STOPS_A_CLAIM);
    }

    @Test
    void a_negative_deadline_is_refused_by_name() {
        assertThatThrownBy(() -> RetryPolicy.defaults().check(null, Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("deadline: PT-1S is negative; allowed is zero or more");
        assertThat(RetryPolicy.parse("none").check(null, Duration.ZERO)).isEmpty();
    }

    // Public report: googleapis/gax-java#827: attempts were set, the total time was not, and nothing was retried.
    @Test
    void a_budget_that_is_not_set_is_no_limit() {
        RetryPolicy patient = RetryPolicy.parse("attempts=9 constant 20h");

        assertThat(patient.timeBudget()).isNull();
        assertThat(codes(patient, null, null)).containsExactly(Code.TOTAL_WAIT);
        assertThat(patient.check(null, null).get(0).words()).contains("6d16h");
    }

    @Test
    void a_schedule_without_jitter_needs_no_room() {
        assertThat(codes(RetryPolicy.parse("bound=1m constant 1h"), null, null)).containsExactly(Code.TOTAL_WAIT);
    }

    @Nested
    class NothingStops {
        // Public reports: temporal sdk-java #472, helidon #2937, loops without an end.
        @Test
        void an_indefinite_policy_without_deadline_and_budget() {
            RetryPolicy forever = RetryPolicy.parse("indefinite exponential base=1m");

            assertThat(codes(forever, null, null)).containsExactly(Code.NOTHING_STOPS);
            assertThat(codes(forever, null, Duration.ofDays(1))).isEmpty();
            assertThat(codes(forever.timeBudget(Duration.ofDays(1)), null, null))
                    .isEmpty();
        }

        @Test
        void a_classifiers_claim_without_deadline_and_budget() {
            RetryPolicy policy = RetryPolicy.parse("attempts=3 none");

            assertThat(codes(policy, CLAIMS_INDEFINITE, null)).containsExactly(Code.NOTHING_STOPS_A_CLAIM);
            assertThat(codes(policy, ComposedClassifier.of((f, s) -> null, CLAIMS_INDEFINITE), null))
                    .containsExactly(Code.NOTHING_STOPS_A_CLAIM);
            assertThat(codes(policy, CLAIMS_INDEFINITE, Duration.ofHours(1))).isEmpty();
            assertThat(codes(policy, claiming(Set.of(RetryKind.TRANSIENT)), null))
                    .isEmpty();
            assertThat(codes(policy, (f, s) -> null, null)).isEmpty();
        }

        @Test
        void a_transient_claim_under_an_indefinite_policy_is_stopped_by_attempts_that_nobody_set() {
            RetryClassifier claimsTransient = claiming(Set.of(RetryKind.TRANSIENT));
            RetryPolicy policy = RetryPolicy.parse("indefinite budget=1h constant 1m");

            assertThat(codes(policy, claimsTransient, null)).containsExactly(Code.ATTEMPTS_STOP_A_CLAIM);
            assertThat(codes(policy, RetryClassifiers.failureTaxonomy(), null))
                    .containsExactly(Code.ATTEMPTS_STOP_A_CLAIM);
            assertThat(Code.ATTEMPTS_STOP_A_CLAIM.isInformation()).isFalse();
            assertThat(codes(policy.maxAttempts(3), claimsTransient, null)).isEmpty();
            assertThat(codes(policy, CLAIMS_INDEFINITE, null)).isEmpty();
            assertThat(codes(RetryPolicy.parse("budget=1h none"), claimsTransient, null))
                    .isEmpty();
        }

        @Test
        void a_classifier_that_cannot_tell_its_claims_claims_nothing() {
            assertThat(codes(RetryPolicy.parse("none"), claiming(null), null)).isEmpty();
        }
    }

    @Nested
    class AttemptsOutOfReach {
        @Test
        void the_first_attempt_that_can_never_start_is_named() {
            assertThat(RetryPolicy.parse("attempts=5 budget=30s constant 10s").check(null, null))
                    .contains(new PolicyWarning(
                            Code.ATTEMPTS_OUT_OF_REACH,
                            "attempt 5 of 5 can never start: the waits before it take at least 40s, and timeBudget is"
                                    + " 30s"));
        }

        @Test
        void an_attempt_at_the_very_end_can_start() {
            assertThat(codes(RetryPolicy.parse("attempts=4 budget=30s constant 10s"), null, null))
                    .containsExactly(Code.TOTAL_WAIT);
        }

        @Test
        void a_deadline_before_the_budget_counts() {
            assertThat(RetryPolicy.parse("attempts=4 budget=30s constant 10s").check(null, Duration.ofSeconds(15)))
                    .extracting(PolicyWarning::words)
                    .first()
                    .asString()
                    .contains("attempt 3 of 4", "the deadline is 15s");
        }

        @Test
        void the_floor_and_the_lucky_end_of_the_jitter_count() {
            assertThat(codes(RetryPolicy.parse("attempts=3 budget=10s floor=6s none"), null, null))
                    .contains(Code.ATTEMPTS_OUT_OF_REACH);
            assertThat(codes(RetryPolicy.parse("attempts=3 budget=10s constant 9s jitter=full"), null, null))
                    .doesNotContain(Code.ATTEMPTS_OUT_OF_REACH);
        }
    }

    @Nested
    class JitterWithoutRoom {
        @Test
        void a_bound_that_cuts_the_band_piles_retries_up() {
            assertThat(RetryPolicy.parse("attempts=20 exponential base=15m max=1d jitter=10%")
                            .check(null, null))
                    .filteredOn(warning -> warning.code() == Code.JITTER_WITHOUT_ROOM)
                    .extracting(PolicyWarning::words)
                    .containsExactly("at failure 8 the jitter's band is 21h36m to 1d2h24m, of which maxDelay leaves"
                            + " 21h36m to 1d: what failed together comes back together");
        }

        @Test
        void a_bound_that_leaves_nothing_is_found_at_the_last_failure_too() {
            assertThat(codes(RetryPolicy.parse("attempts=2000 linear base=1m jitter=10%"), null, null))
                    .contains(Code.JITTER_WITHOUT_ROOM);
        }

        @Test
        void a_limit_that_leaves_no_room_is_found() {
            assertThat(codes(RetryPolicy.parse("constant 1h limit=1h jitter=+1ns"), null, null))
                    .contains(Code.JITTER_WITHOUT_ROOM);
        }

        @Test
        void a_floor_above_the_band_is_found() {
            assertThat(codes(RetryPolicy.parse("floor=1s constant 500ms jitter=full"), null, null))
                    .contains(Code.JITTER_WITHOUT_ROOM);
        }

        @Test
        void a_band_fitted_under_the_limit_has_room() {
            assertThat(codes(RetryPolicy.parse("attempts=99 exponential base=5s limit=1d jitter=20%"), null, null))
                    .containsExactly(Code.TOTAL_WAIT);
        }

        @Test
        void a_small_cut_is_harmless() {
            assertThat(codes(RetryPolicy.parse("floor=100ms constant 5s jitter=full"), null, null))
                    .containsExactly(Code.TOTAL_WAIT);
        }
    }

    @Nested
    class Steps {
        @Test
        void a_table_shorter_than_the_retries_is_told() {
            assertThat(RetryPolicy.parse("attempts=5 steps 1s,2s,3s").check(null, null))
                    .contains(new PolicyWarning(
                            Code.STEPS_TOO_FEW, "the schedule has 3 steps for 4 retries; the last is repeated"));
        }

        @Test
        void free_failures_need_no_step() {
            assertThat(words(RetryPolicy.parse("attempts=8 steps 1s,2s,3s free=2")))
                    .contains("the schedule has 3 steps for 5 retries; the last is repeated");
        }

        @Test
        void one_step_for_each_retry_is_enough() {
            assertThat(codes(RetryPolicy.parse("attempts=4 steps 1s,2s,3s"), null, null))
                    .containsExactly(Code.TOTAL_WAIT);
            assertThat(codes(RetryPolicy.parse("attempts=6 steps 1s,2s,3s free=2"), null, null))
                    .containsExactly(Code.TOTAL_WAIT);
        }
    }

    @Nested
    class TotalWait {
        @Test
        void it_is_the_longest_that_all_waits_add_up_to() {
            assertThat(words(RetryPolicy.parse("attempts=4 exponential base=1s jitter=+1s")))
                    .containsExactly("the waits of 3 retries can add up to 10s, hints not counted");
        }

        @Test
        void the_budget_bounds_it() {
            assertThat(words(RetryPolicy.parse("attempts=3 budget=15s constant 10s jitter=full")))
                    .contains("the waits of 2 retries can add up to 15s, hints not counted");
        }

        @Test
        void it_saturates() {
            assertThat(words(RetryPolicy.parse("attempts=32766 bound=15250w exponential base=1s")))
                    .last()
                    .asString()
                    .contains("can add up to 106751d23h47m16s854ms775us807ns");
        }
    }

    private static List<String> words(RetryPolicy policy) {
        return policy.check(null, null).stream().map(PolicyWarning::words).toList();
    }

    private static List<Code> codes(
            RetryPolicy policy, @Nullable RetryClassifier classifier, @Nullable Duration deadline) {
        return policy.check(classifier, deadline).stream()
                .map(PolicyWarning::code)
                .toList();
    }

    private static RetryClassifier claiming(@Nullable Set<RetryKind> claims) {
        return new RetryClassifier() {
            @Override
            public @Nullable RetryOverride classify(Throwable failure, AttemptState state) {
                return null;
            }

            @Override
            public Set<RetryKind> claims() {
                if (claims == null) {
                    throw new IllegalStateException("broken");
                }
                return claims;
            }
        };
    }
}
