package dev.reprise.testkit;

import dev.reprise.testkit.Delivery.Pace;
import dev.reprise.testkit.Payload.Framing;
import dev.reprise.testkit.Point.Stage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Frames an encoded body, and breaks or slows it where the answer says. Each write makes one chunk. */
final class BodyStream extends OutputStream {
    private final Connection connection;
    private final long length;
    private final boolean chunked;
    private final Runnable beforeLastByte;
    private final @Nullable Pace pace;
    private final List<Fault> faults;
    private int nextFault;
    private long sent;
    private boolean closed;

    BodyStream(Connection connection, Answer answer, long length, Runnable beforeLastByte) {
        this.connection = connection;
        this.length = length;
        this.chunked = answer.payload().wireFraming() == Framing.CHUNKED;
        this.beforeLastByte = beforeLastByte;
        this.pace = answer.delivery().bodyPace();
        this.faults = answer.delivery().faults().stream()
                .filter(fault -> fault.point().stage() == Stage.IN_BODY)
                .sorted(Comparator.comparingLong(fault -> fault.point().offsetIn(length)))
                .toList();
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        if (count == 0) {
            return; // an empty chunk would end the body
        }
        if (chunked) {
            byte[] header = WireImage.chunkHeader(count);
            connection.send(header, 0, header.length);
        }
        for (int done = 0; done < count; ) {
            performFaultsHere();
            int piece = (int) Math.min(count - done, untilNextFault());
            if (pace != null) {
                piece = Math.min(piece, pace.bytes());
            }
            sent += piece;
            if (sent == length && !chunked && nextFault == faults.size()) {
                beforeLastByte.run();
            }
            connection.send(bytes, offset + done, piece);
            done += piece;
            if (pace != null) {
                connection.stall(pace.every());
            }
        }
        if (chunked && nextFault < faults.size()) {
            performFaultsHere(); // at the very end of a chunk: before its line break
        }
        if (chunked) {
            connection.send(WireImage.CRLF, 0, 2);
        }
    }

    /** Ends the body; called twice when a compressing stream is around this one. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        for (; nextFault < faults.size(); nextFault++) {
            AnswerWriter.perform(connection, faults.get(nextFault), beforeLastByte);
        }
        beforeLastByte.run();
        if (chunked) {
            connection.send(WireImage.LAST_CHUNK, 0, WireImage.LAST_CHUNK.length);
        }
    }

    private void performFaultsHere() throws IOException {
        for (; nextFault < faults.size() && offset(nextFault) <= sent; nextFault++) {
            AnswerWriter.perform(connection, faults.get(nextFault), beforeLastByte);
        }
    }

    private long untilNextFault() {
        return nextFault < faults.size() ? offset(nextFault) - sent : Long.MAX_VALUE;
    }

    private long offset(int fault) {
        return faults.get(fault).point().offsetIn(length);
    }
}
