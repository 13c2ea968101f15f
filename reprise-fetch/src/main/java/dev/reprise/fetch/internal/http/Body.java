package dev.reprise.fetch.internal.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Take one decoded body: count it, digest it, keep it if asked. Bodies are never held whole in memory.
 *
 * <p>Not thread-safe: one exchange fills it, on one I/O thread at a time.
 */
final class Body {
    private final long maxBytes;
    private final MessageDigest digest = sha256();
    private final @Nullable BodyFile file;
    private long bytes;

    Body(long maxBytes, @Nullable BodyPlace place) {
        this.maxBytes = maxBytes;
        this.file = place == null ? null : new BodyFile(place);
    }

    void take(ByteBuffer decoded) throws IOException {
        bytes += decoded.remaining();
        if (bytes > maxBytes) {
            throw new TooLargeException(maxBytes);
        }
        if (file != null) {
            file.write(decoded.duplicate());
        }
        digest.update(decoded);
    }

    /** Put a kept body in its place, whole; only then may the journal speak of it. */
    Received finish() throws IOException {
        if (file != null) {
            file.commit();
        }
        return new Received(bytes, "sha256:" + HexFormat.of().formatHex(digest.digest()));
    }

    void discard() {
        if (file != null) {
            file.discard();
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    record Received(long bytes, String digest) {}
}
