package dev.reprise.fetch.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class HostQueuesTest {
    private final UrlIndex urls = new UrlIndex();
    private final HostIndex hosts = new HostIndex();

    private static int orNone(@Nullable Integer id) {
        return Objects.requireNonNullElse(id, -1);
    }

    @Nested
    class The_queues {
        @Test
        void give_each_hosts_urls_in_their_order() {
            HostQueues queues = new HostQueues(urls, hosts);
            int a = hosts.add(100);
            int b = hosts.add(200);
            for (int i = 0; i < 5; i++) {
                queues.push(i % 2 == 0 ? a : b, urls.add(i));
            }

            assertThat(queues.peek(a)).isZero();
            assertThat(List.of(queues.poll(a), queues.poll(a), queues.poll(a), queues.poll(a)))
                    .containsExactly(0, 2, 4, -1);
            assertThat(List.of(queues.poll(b), queues.poll(b), queues.poll(b), queues.peek(b)))
                    .containsExactly(1, 3, -1, -1);
        }

        @Test
        void agree_with_queues_of_the_jdk() {
            long seed = 11;
            Random random = new Random(seed);
            HostQueues queues = new HostQueues(urls, hosts);
            List<Deque<Integer>> model = new ArrayList<>();
            for (int host = 0; host < 50; host++) {
                assertThat(hosts.add(host * 31L)).isEqualTo(host);
                model.add(new ArrayDeque<>());
            }
            Deque<Integer> free = new ArrayDeque<>();
            for (int step = 0; step < 100_000; step++) {
                int host = random.nextInt(50);
                if (random.nextInt(5) < 3) {
                    int url = free.isEmpty() ? urls.add(step) : free.remove();
                    queues.push(host, url);
                    model.get(host).add(url);
                } else {
                    int expected = orNone(model.get(host).poll());
                    assertThat(queues.poll(host))
                            .as("seed %s, step %s", seed, step)
                            .isEqualTo(expected);
                    if (expected >= 0) {
                        free.add(expected);
                    }
                }
                assertThat(queues.peek(host)).isEqualTo(orNone(model.get(host).peek()));
            }
        }
    }

    @Nested
    class The_ready_ring {
        @Test
        void gives_each_host_its_turn_and_holds_it_once() {
            ReadyRing ring = new ReadyRing(hosts);
            for (int i = 0; i < 3; i++) {
                hosts.add(i);
                assertThat(ring.push(i)).isTrue();
            }

            assertThat(ring.push(1)).isFalse();
            assertThat(ring.size()).isEqualTo(3);
            assertThat(ring.poll()).isZero();
            assertThat(ring.contains(0)).isFalse();
            assertThat(ring.push(0)).isTrue();
            assertThat(List.of(ring.poll(), ring.poll(), ring.poll(), ring.poll()))
                    .containsExactly(1, 2, 0, -1);
            assertThat(ring.size()).isZero();
        }
    }

    @Nested
    class The_host_index {
        @Test
        void adds_a_host_once() {
            assertThat(hosts.add(5)).isZero();
            assertThat(hosts.add(5)).isEqualTo(~0);
            assertThat(hosts.find(5)).isZero();
            assertThat(hosts.find(6)).isEqualTo(-1);
            assertThat(hosts.size()).isOne();
        }

        @Test
        void takes_at_most_32_bytes_a_host_at_every_size() {
            Random random = new Random(1);
            for (int size = 1; size <= 1_000_000; size++) {
                hosts.add(random.nextLong());
                assertThat(size < 100_000 || hosts.bytes() <= 32L * size).isTrue();
            }
        }
    }
}
