package dev.reprise.backoff;

import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Draw random numbers that a seed text replays: the same on every machine, today and in a year.
 *
 * <p>The stream is sfc32 (Chris Doty-Humphrey's "small fast counting" generator, 32-bit words, no warm-up); its four
 * words are hashed from the UTF-16 units of the seed. {@link #nextInt()} is one output, {@link #nextLong()} two (high
 * half first), {@link #nextDouble()} one divided by 2<sup>32</sup>. A generator belongs to one thread, and is not for
 * secrets: four outputs give its state away.
 */
public final class ReplayRandom implements RandomGenerator {
    private static final double TWO_TO_THE_32 = 0x1p32;

    private final String seed;
    private int a;
    private int b;
    private int c;
    private int d;

    private ReplayRandom(String seed, int a, int b, int c, int d) {
        this.seed = seed;
        this.a = a;
        this.b = b;
        this.c = c;
        this.d = d;
    }

    /**
     * Open the stream of a seed text, at its beginning.
     *
     * @param seed any text, also the empty one
     * @return a generator for one thread
     */
    public static ReplayRandom of(String seed) {
        Objects.requireNonNull(seed, "seed");
        final int m0 = 597399067;
        final int m1 = (int) 2869860233L;
        final int m2 = 951274213;
        final int m3 = (int) 2716044179L;
        int a = 1779033703;
        int b = (int) 3144134277L;
        int c = 1013904242;
        int d = (int) 2773480762L;
        for (int i = 0; i < seed.length(); i++) {
            int unit = seed.charAt(i);
            int nextA = b ^ ((a ^ unit) * m0);
            int nextB = c ^ ((b ^ unit) * m1);
            int nextC = d ^ ((c ^ unit) * m2);
            d = nextA ^ ((d ^ unit) * m3);
            a = nextA;
            b = nextB;
            c = nextC;
        }
        int endA = (c ^ (a >>> 18)) * m0;
        int endB = (d ^ (b >>> 22)) * m1;
        int endC = (endA ^ (c >>> 17)) * m2;
        int endD = (endB ^ (d >>> 19)) * m3;
        return new ReplayRandom(seed, endA ^ endB ^ endC ^ endD, endB ^ endA, endC ^ endA, endD ^ endA);
    }

    /**
     * Open the stream of a number's decimal digits: the seeds 42 and "42" are the same stream.
     *
     * @param seed any number
     * @return a generator for one thread
     */
    public static ReplayRandom of(long seed) {
        return of(Long.toString(seed));
    }

    /**
     * Go on where a saved state stopped.
     *
     * @param state what {@link #state()} returned
     * @return a generator whose next output is the one the saved generator would have given
     */
    public static ReplayRandom restore(State state) {
        Objects.requireNonNull(state, "state");
        return new ReplayRandom(state.seed(), (int) state.a(), (int) state.b(), (int) state.c(), (int) state.d());
    }

    /**
     * Open the stream named by this seed, a space, and a label; this stream's position does not matter.
     *
     * @param label what the derived stream is for, such as a URL
     * @return a new generator, at its beginning
     */
    public ReplayRandom derive(String label) {
        Objects.requireNonNull(label, "label");
        return of(seed + ' ' + label);
    }

    /**
     * Save the position of this stream.
     *
     * @return the seed and the four words, each from 0 to 2<sup>32</sup> - 1
     */
    public State state() {
        return new State(
                seed,
                Integer.toUnsignedLong(a),
                Integer.toUnsignedLong(b),
                Integer.toUnsignedLong(c),
                Integer.toUnsignedLong(d));
    }

    @Override
    public int nextInt() {
        int out = a + b + d;
        d += 1;
        a = b ^ (b >>> 9);
        b = c + (c << 3);
        c = Integer.rotateLeft(c, 21) + out;
        return out;
    }

    @Override
    public long nextLong() {
        long high = Integer.toUnsignedLong(nextInt());
        return high << 32 | Integer.toUnsignedLong(nextInt());
    }

    @Override
    public double nextDouble() {
        return Integer.toUnsignedLong(nextInt()) / TWO_TO_THE_32;
    }

    /**
     * Hold a saved position of a stream.
     *
     * @param seed the seed text, which {@link ReplayRandom#derive} needs
     * @param a the first word, 0 to 2<sup>32</sup> - 1, as are the others
     * @param b the second word
     * @param c the third word
     * @param d the fourth word
     */
    public record State(String seed, long a, long b, long c, long d) {
        /** {@inheritDoc} */
        public State {
            Objects.requireNonNull(seed, "seed");
            requireWord("a", a);
            requireWord("b", b);
            requireWord("c", c);
            requireWord("d", d);
        }

        private static void requireWord(String name, long word) {
            if (word < 0 || word > 0xFFFFFFFFL) {
                throw new IllegalArgumentException(
                        name + ": " + word + " is not an unsigned 32-bit word (0 to 4294967295)");
            }
        }
    }
}
