package dev.reprise.fetch.internal.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UrlIndexTest {
    private final UrlIndex index = new UrlIndex();

    @Test
    void a_url_is_added_once() {
        assertThat(index.add(7)).isZero();
        assertThat(index.add(8)).isOne();
        assertThat(index.add(7)).isEqualTo(~0);
        assertThat(index.add(0)).isEqualTo(2);
        assertThat(index.find(8)).isOne();
        assertThat(index.find(0)).isEqualTo(2);
        assertThat(index.find(9)).isEqualTo(-1);
        assertThat(index.size()).isEqualTo(3);
    }

    @Test
    void hashes_that_share_a_slot_stay_apart() {
        for (int i = 0; i < 300; i++) {
            assertThat(index.add((long) i << 40)).isEqualTo(i);
        }
        for (int i = 0; i < 300; i++) {
            assertThat(index.find((long) i << 40)).isEqualTo(i);
        }
    }

    @Test
    void offsets_up_to_a_tebibyte_are_kept() {
        int id = index.add(1);

        assertThat(index.offset(id)).isEqualTo(-1);
        for (long offset : new long[] {0, 1, 0xFFFFFFFEL, 0xFFFFFFFFL, 1L << 32, (1L << 40) - 2}) {
            index.setOffset(id, offset);
            assertThat(index.offset(id)).isEqualTo(offset);
        }
        assertThatThrownBy(() -> index.setOffset(id, (1L << 40) - 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("offset: 1099511627775 is not from 0 to 1099511627774");
        assertThatThrownBy(() -> index.setOffset(id, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_state_of_a_url_changes() {
        int id = index.add(1);

        for (UrlState state : UrlState.values()) {
            index.setState(id, state);
            assertThat(index.state(id)).isEqualTo(state);
        }
    }

    @Test
    void it_agrees_with_a_map_of_the_jdk() {
        long seed = 7;
        Random random = new Random(seed);
        Map<Long, Integer> map = new HashMap<>();
        for (int i = 0; i < 200_000; i++) {
            long hash = KeyedHash.of(1, 2).hash("" + random.nextInt(80_000));
            Integer known = map.putIfAbsent(hash, map.size());
            assertThat(index.add(hash))
                    .as("seed %s, step %s", seed, i)
                    .isEqualTo(known == null ? map.size() - 1 : ~known);
        }
        map.forEach((hash, id) -> assertThat(index.find(hash)).isEqualTo(id));
        assertThat(index.size()).isEqualTo(map.size());
    }

    @Test
    void a_url_of_a_long_list_takes_at_most_32_bytes_at_every_size() {
        Random random = new Random(1);
        double most = 0;
        for (int size = 1; size <= 1_000_000; size++) {
            index.add(random.nextLong());
            if (size >= 100_000) {
                most = Math.max(most, (double) index.bytes() / size);
            }
        }
        assertThat(most).isBetween(20.0, 32.0);
        assertThat((double) index.bytes() / index.size()).isLessThan(28);
    }
}
