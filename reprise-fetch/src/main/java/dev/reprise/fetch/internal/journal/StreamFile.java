package dev.reprise.fetch.internal.journal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** A journal that is only a stream, such as standard output: nothing can be cut or forced. */
record StreamFile(OutputStream stream) implements JournalFile {
    @Override
    public void write(ByteBuffer bytes, long position) throws IOException {
        stream.write(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
        stream.flush();
        bytes.position(bytes.limit());
    }

    @Override
    public void truncate(long size) {}

    @Override
    public void force() {}
}
