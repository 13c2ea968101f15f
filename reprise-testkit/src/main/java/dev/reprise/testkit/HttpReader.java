package dev.reprise.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads requests from one connection: HTTP/1.1, body by Content-Length or in chunks. */
final class HttpReader {
    /** As much of a body as is kept; the rest is read and dropped. */
    static final int KEPT_BODY = 64 * 1024;

    private static final int LONGEST_HEAD = 64 * 1024;
    private static final byte[] NO_BODY = new byte[0];

    private final InputStream in;
    private byte[] buffer = new byte[4096];
    private int from;
    private int to;

    HttpReader(InputStream in) {
        this.in = in;
    }

    /** The head of a request: the first line and the headers. */
    record Head(String method, String target, String version, List<Header> headers) {
        @Nullable
        String header(String name) {
            for (Header header : headers) {
                if (header.is(name)) {
                    return header.value();
                }
            }
            return null;
        }

        boolean asksToContinue() {
            return "100-continue".equalsIgnoreCase(header("Expect"));
        }

        boolean keepsAlive() {
            String connection = header("Connection");
            return version.equals("HTTP/1.0")
                    ? "keep-alive".equalsIgnoreCase(connection)
                    : !"close".equalsIgnoreCase(connection);
        }
    }

    /** Reads the head of the next request; null if the client closed instead. */
    @Nullable
    Head readHead() throws IOException {
        int end = from;
        while (true) {
            for (; end + 3 < to; end++) {
                if (buffer[end] == '\r'
                        && buffer[end + 1] == '\n'
                        && buffer[end + 2] == '\r'
                        && buffer[end + 3] == '\n') {
                    String head = new String(buffer, from, end - from, ISO_8859_1);
                    from = end + 4;
                    return parse(head);
                }
            }
            if (to - from > LONGEST_HEAD) {
                throw new ProtocolException("head longer than " + LONGEST_HEAD + " bytes");
            }
            int scanned = end - from;
            if (!fill()) {
                if (to > from) {
                    throw new EOFException("the client closed in the head");
                }
                return null;
            }
            end = from + scanned;
        }
    }

    /** Reads the body to its end and returns its first bytes. */
    byte[] readBody(Head head) throws IOException {
        String coding = head.header("Transfer-Encoding");
        if (coding != null) {
            if (!coding.equalsIgnoreCase("chunked")) {
                throw new ProtocolException("transfer-encoding " + coding);
            }
            return readChunks();
        }
        String length = head.header("Content-Length");
        return length == null ? NO_BODY : readBytes(number(length, 10));
    }

    /** Waits for the end of the client; what it sends ahead is kept for later. False: the client is gone. */
    boolean clientStays() throws IOException {
        return to - from <= LONGEST_HEAD && fill();
    }

    private byte[] readBytes(long length) throws IOException {
        ByteArrayOutputStream kept = new ByteArrayOutputStream((int) Math.min(length, KEPT_BODY));
        copy(length, kept);
        return kept.toByteArray();
    }

    private byte[] readChunks() throws IOException {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        while (true) {
            String line = readLine();
            int extension = line.indexOf(';');
            long length = number(extension < 0 ? line : line.substring(0, extension), 16);
            if (length == 0) {
                while (!readLine().isEmpty()) { // trailers
                }
                return kept.toByteArray();
            }
            copy(length, kept);
            readLine();
        }
    }

    private void copy(long length, ByteArrayOutputStream kept) throws IOException {
        for (long left = length; left > 0; ) {
            if (from == to && !fill()) {
                throw new EOFException("the client closed in the body");
            }
            int piece = (int) Math.min(left, to - from);
            kept.write(buffer, from, Math.min(piece, KEPT_BODY - kept.size()));
            from += piece;
            left -= piece;
        }
    }

    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        while (true) {
            if (from == to && !fill()) {
                throw new EOFException("the client closed in the body");
            }
            char c = (char) (buffer[from++] & 0xff);
            if (c == '\n') {
                return line.toString().strip();
            }
            line.append(c);
            if (line.length() > LONGEST_HEAD) {
                throw new ProtocolException("line longer than " + LONGEST_HEAD + " bytes");
            }
        }
    }

    private boolean fill() throws IOException {
        if (from == to) {
            from = 0;
            to = 0;
        } else if (to == buffer.length) {
            byte[] target = from > 0 ? buffer : Arrays.copyOf(buffer, buffer.length * 2);
            System.arraycopy(buffer, from, target, 0, to - from);
            buffer = target;
            to -= from;
            from = 0;
        }
        int read = in.read(buffer, to, buffer.length - to);
        to += Math.max(read, 0);
        return read >= 0;
    }

    private static Head parse(String head) throws ProtocolException {
        String[] lines = head.split("\r\n", -1);
        String[] first = lines[0].split(" ", -1);
        if (first.length != 3 || !first[2].startsWith("HTTP/1.")) {
            throw new ProtocolException("request line \"" + lines[0] + "\"");
        }
        List<Header> headers = new ArrayList<>(lines.length - 1);
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon < 1) {
                throw new ProtocolException("header line \"" + lines[i] + "\"");
            }
            headers.add(new Header(
                    lines[i].substring(0, colon), lines[i].substring(colon + 1).strip()));
        }
        return new Head(first[0], first[1], first[2], List.copyOf(headers));
    }

    private static long number(String digits, int radix) throws ProtocolException {
        try {
            long number = Long.parseLong(digits.strip(), radix);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // falls through
        }
        throw new ProtocolException("length \"" + digits + "\"");
    }
}
