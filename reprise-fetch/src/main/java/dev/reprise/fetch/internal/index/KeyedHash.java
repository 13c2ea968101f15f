package dev.reprise.fetch.internal.index;

import java.security.SecureRandom;
import java.util.Objects;

/**
 * Hash texts to 64 bits under a secret key, without allocating. Two of a million texts share a hash with a chance of
 * 3e-8 a run; nobody who writes a list can aim at it, and the next run draws another key.
 *
 * <p>SipHash-2-4 (Aumasson and Bernstein, 2012) over the text's UTF-16 units, low byte first. Immutable.
 */
public final class KeyedHash {
    private final long k0;
    private final long k1;

    private KeyedHash(long k0, long k1) {
        this.k0 = k0;
        this.k1 = k1;
    }

    /**
     * Draw a new key.
     *
     * @return a hash function for one run
     */
    public static KeyedHash random() {
        SecureRandom random = new SecureRandom();
        return of(random.nextLong(), random.nextLong());
    }

    /**
     * Use a given key.
     *
     * @param k0 its first half
     * @param k1 its second half
     * @return the hash function of this key
     */
    public static KeyedHash of(long k0, long k1) {
        return new KeyedHash(k0, k1);
    }

    /**
     * Hash a text.
     *
     * @param text any text
     * @return 64 well-mixed bits
     */
    public long hash(String text) {
        Objects.requireNonNull(text, "text");
        long v0 = k0 ^ 0x736f6d6570736575L;
        long v1 = k1 ^ 0x646f72616e646f6dL;
        long v2 = k0 ^ 0x6c7967656e657261L;
        long v3 = k1 ^ 0x7465646279746573L;
        int length = text.length();
        int words = length / 4;
        // Words 0 to n - 1 hold four units each, word n the rest and the length, then four rounds close.
        for (int word = 0; word <= words + 2; word++) {
            long m = 0;
            if (word < words) {
                m = word(text, word * 4);
            } else if (word == words) {
                m = lastWord(text, words * 4);
            } else if (word == words + 1) {
                v2 ^= 0xFF;
            }
            v3 ^= m;
            for (int round = 0; round < 2; round++) {
                v0 += v1;
                v1 = Long.rotateLeft(v1, 13) ^ v0;
                v0 = Long.rotateLeft(v0, 32);
                v2 += v3;
                v3 = Long.rotateLeft(v3, 16) ^ v2;
                v0 += v3;
                v3 = Long.rotateLeft(v3, 21) ^ v0;
                v2 += v1;
                v1 = Long.rotateLeft(v1, 17) ^ v2;
                v2 = Long.rotateLeft(v2, 32);
            }
            v0 ^= m;
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }

    private static long word(String text, int at) {
        return text.charAt(at)
                | (long) text.charAt(at + 1) << 16
                | (long) text.charAt(at + 2) << 32
                | (long) text.charAt(at + 3) << 48;
    }

    private static long lastWord(String text, int from) {
        long m = (long) text.length() << 57;
        for (int i = from; i < text.length(); i++) {
            m |= (long) text.charAt(i) << (16 * (i - from));
        }
        return m;
    }
}
