package dev.reprise.testkit;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Name a point of an answer at which a fault happens. */
public final class Point {
    /** Mark the point after the request was read and before the first byte of the answer. */
    public static final Point BEFORE_HEADERS = new Point(Stage.BEFORE_HEADERS, 0);

    /** Mark the middle of the status line and headers. */
    public static final Point IN_HEADERS = new Point(Stage.IN_HEADERS, 0);

    /** Mark the point after the empty line that ends the headers. */
    public static final Point AFTER_HEADERS = new Point(Stage.AFTER_HEADERS, 0);

    /** Mark the middle of the encoded body; of a streamed body, the point after its first 1024 encoded bytes. */
    public static final Point IN_BODY = new Point(Stage.IN_BODY, -1);

    /** Mark the point after the last byte of a complete answer, where a client may already reuse the connection. */
    public static final Point AFTER_BODY = new Point(Stage.AFTER_BODY, 0);

    private static final long STREAMED_MIDDLE = 1024;

    private final Stage stage;
    private final long offset;

    private Point(Stage stage, long offset) {
        this.stage = stage;
        this.offset = offset;
    }

    /**
     * Mark the point after so many bytes of the body.
     *
     * @param bytes bytes after content-encoding, chunk framing not counted; past the end means the end of the body, in
     *     chunked framing before its last chunk
     * @return a point in the body
     * @throws IllegalArgumentException if bytes is negative
     */
    public static Point afterBodyBytes(long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes: " + bytes + "; allowed is zero or more");
        }
        return new Point(Stage.IN_BODY, bytes);
    }

    Stage stage() {
        return stage;
    }

    /** Resolves the point in a body of this many encoded bytes, -1 if nobody knows. */
    long offsetIn(long length) {
        if (offset >= 0) {
            return offset;
        }
        return length < 0 ? STREAMED_MIDDLE : length / 2;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Point that && stage == that.stage && offset == that.offset;
    }

    @Override
    public int hashCode() {
        return Objects.hash(stage, offset);
    }

    @Override
    public String toString() {
        return stage == Stage.IN_BODY && offset >= 0 ? "after " + offset + " body bytes" : stage.text;
    }

    /** The order in which a writer reaches the points. */
    enum Stage {
        BEFORE_HEADERS("before headers"),
        IN_HEADERS("in headers"),
        AFTER_HEADERS("after headers"),
        IN_BODY("in body"),
        AFTER_BODY("after body");

        private final String text;

        Stage(String text) {
            this.text = text;
        }
    }
}
