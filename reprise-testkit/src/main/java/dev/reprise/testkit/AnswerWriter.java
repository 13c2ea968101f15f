package dev.reprise.testkit;

import dev.reprise.testkit.Delivery.Pace;
import dev.reprise.testkit.Point.Stage;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Writes one answer with its faults. */
final class AnswerWriter {
    private final Connection connection;
    private final Answer answer;
    private final WireImage image;
    private final Runnable beforeLastByte;

    /**
     * @param beforeLastByte run before a client can know that it has the whole answer; may be run again
     */
    AnswerWriter(Connection connection, Answer answer, Runnable beforeLastByte) {
        this.connection = connection;
        this.answer = answer;
        this.image = answer.image();
        this.beforeLastByte = beforeLastByte;
    }

    /** Returns true if the connection may carry another request. */
    boolean write(boolean headRequest) throws IOException {
        boolean withBody = !headRequest && WireImage.hasBody(answer);
        if (answer.delivery().isPlain() && image.all().length > 0) {
            byte[] bytes = withBody ? image.all() : image.head();
            beforeLastByte.run();
            connection.send(bytes, 0, bytes.length);
        } else {
            writeWithFaults(withBody);
        }
        return !answer.delivery().closing() && (!withBody || answer.payload().endsWithoutClose(image.bodyLength()));
    }

    private void writeWithFaults(boolean withBody) throws IOException {
        reach(Stage.BEFORE_HEADERS);
        byte[] head = image.head();
        int middle = has(Stage.IN_HEADERS) ? head.length / 2 : 0;
        Pace pace = answer.delivery().headerPace();
        sendPaced(head, 0, middle, pace);
        reach(Stage.IN_HEADERS);
        if (!withBody) {
            beforeLastByte.run();
        }
        sendPaced(head, middle, head.length - middle, pace);
        reach(Stage.AFTER_HEADERS);
        if (withBody) {
            writeBody();
        } else {
            reach(Stage.IN_BODY);
        }
        beforeLastByte.run();
        reach(Stage.AFTER_BODY);
    }

    private void writeBody() throws IOException {
        BodyStream stream = new BodyStream(connection, answer, image.bodyLength(), beforeLastByte);
        if (answer.payload().body().isZeros()) {
            OutputStream encoded = answer.payload().coding().open(stream);
            answer.payload().body().writeZeros(encoded);
            encoded.close();
        } else {
            stream.write(image.body());
        }
        stream.close();
    }

    private boolean has(Stage stage) {
        return answer.delivery().faults().stream()
                .anyMatch(fault -> fault.point().stage() == stage);
    }

    private void reach(Stage stage) throws IOException {
        for (Fault fault : answer.delivery().faults()) {
            if (fault.point().stage() == stage) {
                perform(connection, fault, beforeLastByte);
            }
        }
    }

    static void perform(Connection connection, Fault fault, Runnable beforeEnd) throws IOException {
        switch (fault.kind()) {
            case STALL -> connection.stall(fault.lasting());
            case RESET -> {
                beforeEnd.run();
                connection.reset();
            }
            case CLOSE -> {
                beforeEnd.run();
                connection.finish();
            }
        }
    }

    private void sendPaced(byte[] bytes, int offset, int length, @Nullable Pace pace) throws IOException {
        if (pace == null) {
            if (length > 0) {
                connection.send(bytes, offset, length);
            }
            return;
        }
        for (int sent = 0; sent < length; sent += pace.bytes()) {
            connection.send(bytes, offset + sent, Math.min(pace.bytes(), length - sent));
            connection.stall(pace.every());
        }
    }
}
