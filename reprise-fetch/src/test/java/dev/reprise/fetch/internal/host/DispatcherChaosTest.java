package dev.reprise.fetch.internal.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fetch.internal.host.Dispatcher.Next;
import dev.reprise.fetch.internal.index.HostIndex;
import dev.reprise.fetch.internal.index.HostQueues;
import dev.reprise.fetch.internal.index.UrlIndex;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DispatcherChaosTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final long MINUTE = 60 * SECOND;

    @Test
    void whatever_happens_every_url_is_sent_once_no_limit_is_passed_and_nobody_is_asked_in_a_hold() {
        for (long seed = 1; seed <= 200; seed++) {
            new Chaos(seed).run();
        }
    }

    /** A run of random events on a manual clock. */
    private static final class Chaos {
        private final long seed;
        private final Random random;
        private final UrlIndex urls = new UrlIndex();
        private final HostIndex hosts = new HostIndex();
        private final int perHost;
        private final int inFlight;
        private final Dispatcher<Integer> dispatcher;
        private final long[] heldUntil = new long[8];
        private final int[] busy = new int[8];
        private final List<int[]> flying = new ArrayList<>();
        private final boolean[] ended = new boolean[300];
        private long now = 5;

        Chaos(long seed) {
            this.seed = seed;
            random = new Random(seed);
            perHost = 1 + random.nextInt(3);
            inFlight = 1 + random.nextInt(10);
            long pause = random.nextBoolean() ? 0 : SECOND;
            dispatcher =
                    new Dispatcher<>(new Manners(inFlight, perHost, pause, MINUTE), hosts, new HostQueues(urls, hosts));
        }

        void run() {
            for (int host = 0; host < 8; host++) {
                hosts.add(host + 1);
            }
            for (int url = 0; url < ended.length; url++) {
                urls.add(url + 1);
                dispatcher.add(random.nextInt(8), url, now);
            }
            for (int steps = 0; dispatcher.working(); steps++) {
                assertThat(steps).as("seed %d ends", seed).isLessThan(100_000);
                Next<Integer> next = dispatcher.next(now);
                if (next != null) {
                    sent(next);
                } else if (!flying.isEmpty() && random.nextInt(4) > 0) {
                    heard(flying.remove(random.nextInt(flying.size())));
                } else {
                    now = flying.isEmpty() ? Math.max(now, dispatcher.nextWake()) : now + random.nextInt(3) * SECOND;
                }
            }
            assertThat(ended).as("seed %d: every URL ended", seed).doesNotContain(false);
        }

        private void sent(Next<Integer> next) {
            int url = next.task() != null ? next.task() : next.url();
            assertThat(heldUntil[next.host()])
                    .as("seed %d: not in a hold", seed)
                    .isLessThanOrEqualTo(now);
            assertThat(++busy[next.host()]).as("seed %d: per host", seed).isLessThanOrEqualTo(perHost);
            flying.add(new int[] {next.host(), url});
            assertThat(flying.size()).as("seed %d: in flight", seed).isLessThanOrEqualTo(inFlight);
            assertThat(ended[url]).as("seed %d: not sent after its end", seed).isFalse();
        }

        private void heard(int[] flight) {
            int host = flight[0];
            busy[host]--;
            int what = random.nextInt(10);
            if (what == 0) {
                heldUntil[host] = Math.max(heldUntil[host], now + random.nextInt(60) * SECOND);
                dispatcher.hold(host, heldUntil[host], now);
            } else {
                dispatcher.answered(host);
            }
            dispatcher.finished(host, now);
            if (what < 3) {
                dispatcher.waitUntil(flight[1], host, now + random.nextInt(5) * SECOND, now);
            } else if (what == 3) {
                dispatcher.hop(flight[1], random.nextInt(8), now);
            } else {
                ended[flight[1]] = true;
            }
        }
    }
}
