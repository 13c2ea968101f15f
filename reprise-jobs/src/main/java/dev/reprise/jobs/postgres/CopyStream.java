package dev.reprise.jobs.postgres;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** Sends rows in PostgreSQL's binary format of COPY, in pieces of about 64 KiB. */
final class CopyStream {
    private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0};
    private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");
    private static final int PIECE = 1 << 16;
    private static final int TEXT_TYPE = 25;

    private final CopyIn copy;
    private ByteBuffer buffer = ByteBuffer.allocate(2 * PIECE);

    private CopyStream(CopyIn copy) {
        this.copy = copy;
    }

    static CopyStream open(Connection connection, String sql) throws SQLException {
        CopyStream stream = new CopyStream(
                connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql));
        stream.buffer.put(SIGNATURE).putInt(0).putInt(0);
        return stream;
    }

    void row(int fields) throws SQLException {
        if (buffer.position() >= PIECE) {
            send();
        }
        room(2).putShort((short) fields);
    }

    void uuid(UUID value) {
        room(20).putInt(16).putLong(value.getMostSignificantBits()).putLong(value.getLeastSignificantBits());
    }

    void small(int value) {
        room(6).putInt(2).putShort((short) value);
    }

    void big(@Nullable Long value) {
        if (value == null) {
            nothing();
        } else {
            room(12).putInt(8).putLong(value);
        }
    }

    void bool(boolean value) {
        room(5).putInt(1).put((byte) (value ? 1 : 0));
    }

    void instant(@Nullable Instant value) {
        big(value == null ? null : (Long) micros(value));
    }

    private static long micros(Instant value) {
        return (value.getEpochSecond() - EPOCH.getEpochSecond()) * 1_000_000 + value.getNano() / 1_000;
    }

    void text(@Nullable String value) {
        bytes(value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    void bytes(byte @Nullable [] value) {
        if (value == null) {
            nothing();
        } else {
            room(4 + value.length).putInt(value.length).put(value);
        }
    }

    void texts(List<String> values) {
        if (values.isEmpty()) {
            nothing();
            return;
        }
        int start = room(24).position();
        buffer.putInt(0)
                .putInt(1)
                .putInt(0)
                .putInt(TEXT_TYPE)
                .putInt(values.size())
                .putInt(1);
        values.forEach(this::text);
        buffer.putInt(start, buffer.position() - start - 4);
    }

    void end() throws SQLException {
        room(2).putShort((short) -1);
        send();
        copy.endCopy();
    }

    /** Gives up what was sent; the transaction is of no use after it. */
    void cancel(Throwable failure) {
        try {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    private void nothing() {
        room(4).putInt(-1);
    }

    private void send() throws SQLException {
        copy.writeToCopy(buffer.array(), 0, buffer.position());
        buffer.clear();
    }

    private ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            int size = Math.max(2 * buffer.capacity(), buffer.position() + bytes);
            ByteBuffer larger = ByteBuffer.wrap(Arrays.copyOf(buffer.array(), size));
            buffer = larger.position(buffer.position());
        }
        return buffer;
    }
}
