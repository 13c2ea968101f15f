package dev.reprise.fetch.internal.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/** What a writer needs of a file. */
interface JournalFile {
    /** Writes all bytes at a position; after a failure the buffer's position tells how many were written. */
    void write(ByteBuffer bytes, long position) throws IOException;

    /** Cuts the file to a size. */
    void truncate(long size) throws IOException;

    /** Forces what was written to disk. */
    void force() throws IOException;
}
