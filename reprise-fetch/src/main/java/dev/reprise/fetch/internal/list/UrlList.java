package dev.reprise.fetch.internal.list;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Stream a list of URLs, one a line, and read lines back later by their byte offset. Memory does not grow with the list.
 *
 * <p>{@link #next()} and the counts belong to one thread; {@link #readBack} may be called by any thread, also meanwhile.
 */
public final class UrlList implements Closeable {
    /** The longest line that can be a URL, in bytes. */
    public static final int MAX_LINE = 65_536;

    private static final int BLOCK = 4 * MAX_LINE;

    private final ByteSource source;
    private final ReadBack readBack;
    private final byte[] block = new byte[BLOCK];
    private long blockOffset;
    private int position;
    private int limit;
    private long lines;
    private long blank;
    private long comments;

    private UrlList(ByteSource source) {
        this.source = source;
        this.readBack = new ReadBack(source);
    }

    /**
     * Open a list that is a file.
     *
     * @param list a regular file; a pipe must be spooled, since lines are read again later
     * @return the list, at its beginning
     * @throws IOException if it cannot be opened or is no regular file
     */
    public static UrlList open(Path list) throws IOException {
        Objects.requireNonNull(list, "list");
        if (Files.exists(list) && !Files.isRegularFile(list)) {
            throw new FileNotFoundException(list + " is not a regular file");
        }
        return new UrlList(ByteSource.of(list));
    }

    /**
     * Copy a stream to its end into a file, and open that.
     *
     * @param input the stream, not closed
     * @param spool the file to write; replaced if it exists
     * @return the list, at its beginning
     * @throws IOException if reading or writing fails
     */
    public static UrlList spool(InputStream input, Path spool) throws IOException {
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(spool, "spool");
        Files.copy(input, spool, StandardCopyOption.REPLACE_EXISTING);
        return open(spool);
    }

    /**
     * Make a list of one URL.
     *
     * @param url the only line
     * @return the list, at its beginning
     */
    public static UrlList single(String url) {
        Objects.requireNonNull(url, "url");
        return new UrlList(ByteSource.of(url.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Go on to the next line that names a URL; blank lines and comments are counted on the way.
     *
     * @return the line, or null at the end of the list
     * @throws IOException if reading fails
     */
    public @Nullable ListLine next() throws IOException {
        while (true) {
            int feed = lineFeed();
            if (feed < 0 && position == limit) {
                return null;
            }
            ListLine line = count(feed < 0 ? limit : feed);
            passLine();
            if (line != null) {
                return line;
            }
        }
    }

    /**
     * Read one line again. Thread-safe.
     *
     * @param offset what {@link ListLine#offset()} was
     * @return the same line, as long as nobody changed the list
     * @throws IOException if reading fails
     */
    public ListLine readBack(long offset) throws IOException {
        return readBack.line(offset);
    }

    /**
     * Count the lines read so far.
     *
     * @return URLs, blank lines and comments together
     */
    public long lines() {
        return lines;
    }

    /**
     * Count the blank lines read so far.
     *
     * @return lines of white space only
     */
    public long blank() {
        return blank;
    }

    /**
     * Count the comments read so far.
     *
     * @return lines that hold a comment only
     */
    public long comments() {
        return comments;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }

    /** Returns the index of the line feed that ends the line at the position, or -1 if the block has none. */
    private int lineFeed() throws IOException {
        int scanned = position;
        while (true) {
            int feed = ReadBack.indexOfFeed(block, scanned, limit);
            if (feed >= 0) {
                return feed;
            }
            scanned = limit - position;
            System.arraycopy(block, position, block, 0, scanned);
            blockOffset += position;
            position = 0;
            limit = scanned;
            int read = limit == BLOCK ? -1 : source.read(block, limit, BLOCK - limit, blockOffset + limit);
            if (read < 0) {
                return -1;
            }
            limit += read;
        }
    }

    private @Nullable ListLine count(int end) {
        LineText text = LineText.of(block, position, end);
        lines++;
        if (!text.isEmpty()) {
            return text.line(blockOffset + position);
        }
        if (text.isComment()) {
            comments++;
        } else {
            blank++;
        }
        return null;
    }

    /** Moves behind the line's feed, however long the line is. */
    private void passLine() throws IOException {
        int feed = lineFeed();
        while (feed < 0 && position < limit) {
            position = limit;
            feed = lineFeed();
        }
        if (feed >= 0) {
            position = feed + 1;
        }
    }
}
