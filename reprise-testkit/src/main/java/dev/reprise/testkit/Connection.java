package dev.reprise.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One accepted connection: reads a request, answers it, and so on until a side or a fault ends it. */
final class Connection implements Runnable {
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);
    private static final int LINGER_MILLIS = 2000;

    private final VirtualHost host;
    private final SocketChannel channel;
    private final long number;
    private final HttpReader reader;
    private final Socket socket;

    Connection(VirtualHost host, SocketChannel channel, long number) throws IOException {
        this.host = host;
        this.channel = channel;
        this.number = number;
        this.socket = channel.socket();
        this.reader = new HttpReader(socket.getInputStream());
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /** Thrown where a fault or the client ends the connection; no stack, for it is no error. */
    static final class Ended extends IOException {
        private static final long serialVersionUID = 1;

        Ended(String why) {
            super(why);
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized") // there is nothing to fill in
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    @Override
    public void run() {
        try {
            switch (host.nextOnConnect()) {
                case SERVE -> serve();
                case RESET -> reset();
                case STALL -> stall(null);
                case CLOSE -> {}
            }
        } catch (IOException theClientLeftOrTheScriptEndedIt) {
            // Either is what this server is for: the log has the request, the client has its failure.
        } finally {
            close();
            host.ended(this);
        }
    }

    /** Closes at once; whatever the connection's thread does ends with an exception. */
    void close() {
        try {
            channel.close();
        } catch (IOException closedAnyway) {
            // nothing is left to release
        }
    }

    /** Closes with RST instead of FIN, from any thread. */
    void abort() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException alreadyClosed) {
            // then there is nothing to reset
        }
        close();
    }

    void send(byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    void reset() throws Ended {
        abort();
        throw new Ended("reset by script");
    }

    /** Sends FIN and lets the client read what was sent: closing at once could turn into a reset. */
    void finish() throws IOException {
        channel.shutdownOutput();
        socket.setSoTimeout(LINGER_MILLIS);
        byte[] ignored = new byte[1024];
        while (socket.getInputStream().read(ignored) >= 0) { // until the client closes or the time is over
        }
        throw new Ended("closed by script");
    }

    /** Sends nothing for so long, or until either side closes. */
    void stall(@Nullable Duration lasting) throws IOException {
        long until = lasting == null ? 0 : System.nanoTime() + lasting.toNanos();
        try {
            while (true) {
                if (lasting != null) {
                    long left = until - System.nanoTime();
                    if (left <= 0) {
                        return;
                    }
                    // Rounded up: 0 would mean for ever, and a stall never ends early.
                    socket.setSoTimeout((int) Math.min(Integer.MAX_VALUE, left / 1_000_000 + 1));
                }
                if (!reader.clientStays()) {
                    throw new Ended("the client left");
                }
            }
        } catch (SocketTimeoutException over) {
            // the stall is over
        } finally {
            if (channel.isOpen()) {
                socket.setSoTimeout(0);
            }
        }
    }

    private void serve() throws IOException {
        try {
            for (HttpReader.Head head = reader.readHead(); head != null; head = reader.readHead()) {
                if (head.asksToContinue()) {
                    send(CONTINUE, 0, CONTINUE.length);
                }
                byte[] body = reader.readBody(head);
                if (!host.exchange(this, number, head, body) || !head.keepsAlive()) {
                    finish();
                }
            }
        } catch (ProtocolException e) {
            byte[] refusal = Answer.status(400)
                    .closing()
                    .body(e.getMessage() + "\n")
                    .image()
                    .all();
            send(refusal, 0, refusal.length);
            finish();
        }
    }
}
