package dev.reprise.testkit;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The bytes of a body before content-encoding: in memory, or a number of zeros that never are. */
final class Body {
    static final Body EMPTY = new Body(new byte[0], -1);
    private static final int BLOCK = 64 * 1024;

    private final byte[] bytes;
    private final long zeros;

    private Body(byte[] bytes, long zeros) {
        this.bytes = bytes;
        this.zeros = zeros;
    }

    static Body of(byte[] bytes) {
        return new Body(Objects.requireNonNull(bytes, "body").clone(), -1);
    }

    static Body zeros(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("bytes: " + count + "; allowed is zero or more");
        }
        return new Body(new byte[0], count);
    }

    boolean isZeros() {
        return zeros >= 0;
    }

    long length() {
        return isZeros() ? zeros : bytes.length;
    }

    /** The bytes themselves, not to be changed; empty for zeros. */
    byte[] bytes() {
        return bytes;
    }

    void writeZeros(OutputStream out) throws IOException {
        byte[] block = new byte[BLOCK];
        for (long left = zeros; left > 0; left -= block.length) {
            out.write(block, 0, (int) Math.min(left, block.length));
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Body that && zeros == that.zeros && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(zeros) + Arrays.hashCode(bytes);
    }
}
