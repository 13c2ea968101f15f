package dev.reprise.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;

/** A bare socket: shows the bytes of an answer and how the connection ended. */
final class RawClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int SILENCE_MILLIS = 250;

    private final Socket socket = new Socket();

    RawClient(URI uri) throws IOException {
        socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), PATIENCE_MILLIS);
    }

    /** How the server left the connection. */
    enum End {
        FIN,
        RESET,
        OPEN
    }

    /** What came, and how it ended. */
    record Seen(String text, End end) {
        String body() {
            int end = text.indexOf("\r\n\r\n");
            return end < 0 ? "" : text.substring(end + 4);
        }
    }

    /** Sends one GET on a new connection and reads until the server ends it. */
    static Seen get(URI uri) throws IOException {
        try (RawClient client = new RawClient(uri)) {
            return client.send("GET " + target(uri) + " HTTP/1.1\r\nHost: " + uri.getAuthority() + "\r\n\r\n")
                    .readToEnd(PATIENCE_MILLIS);
        }
    }

    static String target(URI uri) {
        return uri.getRawQuery() == null ? uri.getRawPath() : uri.getRawPath() + "?" + uri.getRawQuery();
    }

    RawClient send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(ISO_8859_1));
        return this;
    }

    RawClient get(String target) throws IOException {
        return send("GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n");
    }

    /** Reads exactly so many bytes. */
    String read(int bytes) throws IOException {
        socket.setSoTimeout(PATIENCE_MILLIS);
        return new String(socket.getInputStream().readNBytes(bytes), ISO_8859_1);
    }

    /** Reads until this text has come. */
    String readUntil(String text) throws IOException {
        socket.setSoTimeout(PATIENCE_MILLIS);
        StringBuilder seen = new StringBuilder();
        while (seen.indexOf(text) < 0) {
            int b = socket.getInputStream().read();
            if (b < 0) {
                throw new IOException("closed after: " + seen);
            }
            seen.append((char) b);
        }
        return seen.toString();
    }

    /** Reads until the server ends the connection, or is silent for so long. */
    Seen readToEnd(int silenceMillis) throws IOException {
        socket.setSoTimeout(silenceMillis);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        byte[] buffer = new byte[8192];
        End end = End.FIN;
        try {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                bytes.write(buffer, 0, n);
            }
        } catch (SocketTimeoutException silent) {
            end = End.OPEN;
        } catch (SocketException reset) {
            end = End.RESET;
        }
        return new Seen(bytes.toString(ISO_8859_1), end);
    }

    Seen readToEnd() throws IOException {
        return readToEnd(PATIENCE_MILLIS);
    }

    /** What came until the server fell silent for a moment; the first byte may take its time. */
    Seen readToSilence() throws IOException {
        socket.setSoTimeout(PATIENCE_MILLIS);
        int first = socket.getInputStream().read();
        Seen rest = readToEnd(SILENCE_MILLIS);
        return first < 0 ? rest : new Seen((char) first + rest.text(), rest.end());
    }

    /** What comes within a moment, where nothing should. */
    Seen readSilence() throws IOException {
        return readToEnd(SILENCE_MILLIS);
    }

    InputStream in() throws IOException {
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket.getInputStream();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
