package dev.reprise.fetch.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyedHashTest {
    /** Makes the text whose units are the bytes 0, 1, 2, ... in pairs. */
    private static String units(int bytes) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < bytes; i += 2) {
            text.append((char) (i | ((i + 1) << 8)));
        }
        return text.toString();
    }

    // The vectors of the SipHash paper's reference code: key 00 to 0f, input 00, 01, 02, ...
    @Test
    void the_hash_is_the_published_siphash_2_4() {
        KeyedHash hash = KeyedHash.of(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);

        assertThat(hash.hash(units(0))).isEqualTo(0x726fdb47dd0e0e31L);
        assertThat(hash.hash(units(2))).isEqualTo(0x0d6c8009d9a94f5aL);
        assertThat(hash.hash(units(8))).isEqualTo(0x93f5f5799a932462L);
        assertThat(hash.hash(units(16))).isEqualTo(0x3f2acc7f57c29bdbL);
    }

    @Test
    void another_key_gives_other_hashes() {
        assertThat(KeyedHash.random().hash("http://example.com/"))
                .isNotEqualTo(KeyedHash.random().hash("http://example.com/"));
    }

    @Test
    void similar_texts_have_different_hashes() {
        KeyedHash hash = KeyedHash.of(1, 2);
        Set<Long> hashes = new HashSet<>();
        for (int i = 0; i < 100_000; i++) {
            hashes.add(hash.hash("http://example.com/" + i));
        }
        hashes.add(hash.hash("日本"));
        hashes.add(hash.hash("\u00e5,"));

        assertThat(hashes).hasSize(100_002);
    }
}
