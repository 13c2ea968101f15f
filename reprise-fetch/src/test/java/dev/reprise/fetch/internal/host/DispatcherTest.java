package dev.reprise.fetch.internal.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fetch.internal.host.Dispatcher.Next;
import dev.reprise.fetch.internal.index.HostIndex;
import dev.reprise.fetch.internal.index.HostQueues;
import dev.reprise.fetch.internal.index.UrlIndex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class DispatcherTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long MINUTE = 60 * SECOND;

    private final UrlIndex urls = new UrlIndex();
    private final HostIndex hosts = new HostIndex();
    private final HostQueues queues = new HostQueues(urls, hosts);
    private long now = 1_000;
    private Dispatcher<String> dispatcher = polite(64, 1, 0);

    private Dispatcher<String> polite(int inFlight, int perHost, long pause) {
        return new Dispatcher<>(new Manners(inFlight, perHost, pause, MINUTE), hosts, queues);
    }

    private int host(int number) {
        int id = hosts.add(number * 7919L + 1);
        return id < 0 ? ~id : id;
    }

    private int add(int host) {
        int url = urls.add(urls.size() * 104_729L + 3);
        dispatcher.add(host, url, now);
        return url;
    }

    private Next<String> chosen() {
        return Objects.requireNonNull(dispatcher.next(now), "nothing may be sent now");
    }

    private List<Integer> hostsOf(int count) {
        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Next<String> next = dispatcher.next(now);
            chosen.add(next == null ? -1 : next.host());
        }
        return chosen;
    }

    @Nested
    class Turns {
        @Test
        void a_list_sorted_by_host_does_not_starve_the_last_host() {
            int first = host(1);
            int last = host(2);
            for (int i = 0; i < 1_000; i++) {
                add(first);
            }
            add(last);

            assertThat(hostsOf(3)).containsExactly(first, last, -1);
        }

        @Test
        void hosts_take_turns_when_each_may_have_several_requests() {
            dispatcher = polite(4, 2, 0);
            int one = host(1);
            int two = host(2);
            for (int i = 0; i < 5; i++) {
                add(one);
                add(two);
            }

            assertThat(hostsOf(5)).containsExactly(one, two, one, two, -1);
        }

        @Test
        void the_urls_of_a_host_go_out_in_the_order_of_the_list() {
            int host = host(1);
            int first = add(host);
            int second = add(host);

            assertThat(chosen().url()).isEqualTo(first);
            dispatcher.finished(host, now);
            assertThat(chosen().url()).isEqualTo(second);
        }

        @Test
        void first_attempts_go_before_retries_and_hops_before_both() {
            int host = host(1);
            int other = host(2);
            dispatcher = polite(1, 1, 0);
            dispatcher.waitUntil("retry", host, now, now);
            add(other);
            dispatcher.hop("hop", host, now);

            assertThat(chosen().task()).isEqualTo("hop");
            dispatcher.finished(host, now);
            assertThat(chosen().host()).isEqualTo(other);
            dispatcher.finished(other, now);
            assertThat(chosen().task()).isEqualTo("retry");
        }

        @Test
        void a_url_that_waits_for_its_retry_occupies_no_slot() {
            dispatcher = polite(1, 1, 0);
            int host = host(1);
            add(host);
            dispatcher.next(now);
            dispatcher.finished(host, now);
            dispatcher.waitUntil("retry", host, now + SECOND, now);
            add(host);

            assertThat(dispatcher.next(now)).isNotNull();
        }
    }

    @Nested
    class Pauses {
        @Test
        void a_host_is_asked_again_only_after_the_pause_counted_from_start_to_start() {
            dispatcher = polite(64, 4, SECOND);
            int host = host(1);
            add(host);
            add(host);

            assertThat(dispatcher.next(now)).isNotNull();
            assertThat(dispatcher.next(now)).isNull();
            assertThat(dispatcher.nextWake()).isEqualTo(now + SECOND);
            now += SECOND;
            assertThat(dispatcher.next(now)).isNotNull();
        }
    }

    @Nested
    class Holds {
        @Test
        void a_held_host_is_not_asked_and_a_request_that_was_chosen_is_checked_again() {
            int host = host(1);
            add(host);
            add(host);
            dispatcher.next(now);
            dispatcher.hold(host, now + 10 * SECOND, now);

            assertThat(dispatcher.maySend(host, now)).isFalse();
            dispatcher.finished(host, now);
            assertThat(dispatcher.next(now)).isNull();
            assertThat(dispatcher.nextWake()).isEqualTo(now + 10 * SECOND);
            now += 10 * SECOND;
            assertThat(dispatcher.maySend(host, now)).isTrue();
            assertThat(dispatcher.next(now)).isNotNull();
        }

        @Test
        void holds_only_grow() {
            int host = host(1);
            dispatcher.hold(host, now + 30 * SECOND, now);
            dispatcher.hold(host, now + 5 * SECOND, now);

            assertThat(dispatcher.heldUntil(host)).isEqualTo(now + 30 * SECOND);
        }

        @Test
        void a_hold_longer_than_the_longest_wait_parks_the_host_and_no_longer_keeps_the_run_alive() {
            int host = host(1);
            add(host);
            add(host);
            dispatcher.next(now);
            dispatcher.waitUntil("retry", host, now + SECOND, now);

            assertThat(dispatcher.hold(host, now + MINUTE + 1, now)).isTrue();
            assertThat(dispatcher.handBack(host)).containsExactly("retry");
            dispatcher.finished(host, now);

            assertThat(dispatcher.parked(host, now)).isTrue();
            assertThat(dispatcher.working()).isFalse();
            assertThat(dispatcher.waitUntil("late", host, now, now)).isFalse();
            assertThat(dispatcher.hop("late", host, now)).isFalse();
        }

        @Test
        void a_hold_of_exactly_the_longest_wait_is_waited_for() {
            int host = host(1);
            add(host);

            assertThat(dispatcher.hold(host, now + MINUTE, now)).isFalse();
            assertThat(dispatcher.working()).isTrue();
        }

        @Test
        void a_parked_host_is_asked_again_when_its_hold_is_over_and_the_run_still_works() {
            int host = host(1);
            int url = add(host);
            dispatcher.hold(host, now + 2 * MINUTE, now);
            int late = urls.add(99);
            assertThat(dispatcher.add(host, late, now)).isFalse();
            now += 2 * MINUTE;

            assertThat(chosen().url()).isEqualTo(url);
            dispatcher.finished(host, now);
            assertThat(dispatcher.working()).isTrue();
            assertThat(chosen().url()).isEqualTo(late);
            dispatcher.finished(host, now);
            assertThat(dispatcher.working()).isFalse();
        }

        @Test
        void a_host_that_only_ever_limits_is_left_alone_after_ten_minutes() {
            int host = host(1);
            add(host);
            boolean parked = false;
            int holds = 0;
            while (!parked) {
                parked = dispatcher.hold(host, now + 30 * SECOND, now);
                now += 30 * SECOND;
                holds++;
            }

            assertThat(holds)
                    .as("one hold each 30 s for ten minutes, and the one that found it out")
                    .isEqualTo(21);
            now += 60 * MINUTE;
            assertThat(dispatcher.next(now)).isNull();
            assertThat(dispatcher.working()).isFalse();
        }

        @Test
        void one_other_answer_begins_the_ten_minutes_anew() {
            int host = host(1);
            add(host);
            for (int i = 0; i < 100; i++) {
                assertThat(dispatcher.hold(host, now + 30 * SECOND, now)).isFalse();
                now += 30 * SECOND;
                if (i % 10 == 0) {
                    dispatcher.answered(host);
                }
            }
        }

        @Test
        void answers_that_arrive_within_one_hold_do_not_count_as_further_holds() {
            dispatcher = new Dispatcher<>(new Manners(64, 8, 0, 60 * MINUTE), hosts, queues);
            int host = host(1);
            add(host);
            dispatcher.hold(host, now + 11 * MINUTE, now);
            now += 10 * MINUTE + 30 * SECOND;
            dispatcher.hold(host, now + MINUTE, now);

            assertThat(dispatcher.parked(host, now)).isFalse();
        }

        @Test
        void a_url_that_comes_to_a_parked_host_is_sent_when_its_hold_is_over() {
            int host = host(1);
            dispatcher.hold(host, now + 5 * SECOND, now);
            dispatcher.hold(host, now + 2 * MINUTE, now);
            assertThat(dispatcher.next(now + 6 * SECOND)).isNull();
            int url = urls.add(77);
            assertThat(dispatcher.add(host, url, now + 7 * SECOND)).isFalse();

            assertThat(dispatcher.nextWake()).isEqualTo(now + 2 * MINUTE);
            now += 2 * MINUTE;
            assertThat(chosen().url()).isEqualTo(url);
        }

        @Test
        void two_short_holds_far_apart_are_no_ten_minutes_of_limiting() {
            int host = host(1);
            add(host);
            dispatcher.hold(host, now + SECOND, now);
            now += 12 * MINUTE;

            assertThat(dispatcher.hold(host, now + SECOND, now)).isFalse();
            assertThat(dispatcher.parked(host, now)).isFalse();
        }

        @Test
        void the_hold_of_an_earlier_run_is_known_as_such_until_it_grows() {
            int host = host(1);
            dispatcher.restore(host, now + 5 * MINUTE, now);

            assertThat(dispatcher.parked(host, now)).isTrue();
            assertThat(dispatcher.restored(host)).isTrue();
            dispatcher.hold(host, now + 6 * MINUTE, now);
            assertThat(dispatcher.restored(host)).isFalse();
        }
    }

    @Test
    void attempts_that_wait_for_a_hop_are_bounded_like_those_that_wait_for_a_retry() {
        int slow = host(1);
        dispatcher.hold(slow, now + SECOND, now);
        for (int i = 0; i < Manners.WAITING_AT_MOST; i++) {
            dispatcher.hop("hop " + i, slow, now);
        }
        add(host(2));

        assertThat(dispatcher.next(now)).isNull();
    }

    @Test
    void a_host_whose_urls_are_done_or_only_wait_for_their_turn_costs_nothing_but_its_index() {
        dispatcher = polite(1, 1, SECOND);
        for (int i = 0; i < 1_000; i++) {
            add(host(i));
        }
        assertThat(dispatcher.remembered()).isZero();
        for (int i = 0; i < 1_000; i++) {
            dispatcher.finished(chosen().host(), now);
        }
        now += SECOND;
        assertThat(dispatcher.next(now)).isNull();

        assertThat(dispatcher.remembered()).isZero();
    }

    @Test
    void first_attempts_stop_while_too_many_urls_wait_for_retries() {
        int host = host(1);
        for (int i = 0; i < Manners.WAITING_AT_MOST; i++) {
            dispatcher.waitUntil("retry " + i, host, now + SECOND, now);
        }
        add(host(2));

        assertThat(dispatcher.next(now)).isNull();
        now += SECOND;
        assertThat(chosen().task()).isEqualTo("retry 0");
        assertThat(dispatcher.next(now)).as("there is room again").isNotNull();
    }
}
