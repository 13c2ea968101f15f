package dev.reprise.cli.process;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import org.jspecify.annotations.Nullable;

/**
 * A process that was started with pipes that outlive it.
 *
 * @param stdout empty if it was redirected
 * @param stderr empty if it was redirected
 */
record Started(Process process, InputStream stdout, InputStream stderr) {
    /** Starts a process, and puts our pipes in the place of the JDK's. */
    static Started of(ProcessBuilder builder) throws IOException {
        OutputPipe out = null;
        OutputPipe err = null;
        try {
            if (builder.redirectOutput().type() == Redirect.Type.PIPE) {
                out = OutputPipe.open();
                builder.redirectOutput(out.writeEnd());
            }
            if (builder.redirectError().type() == Redirect.Type.PIPE) {
                err = OutputPipe.open();
                builder.redirectError(err.writeEnd());
            }
            return new Started(builder.start(), stream(out), stream(err));
        } catch (IOException refused) {
            close(out, refused);
            close(err, refused);
            throw refused;
        }
    }

    private static InputStream stream(@Nullable OutputPipe pipe) throws IOException {
        return pipe == null ? InputStream.nullInputStream() : pipe.started();
    }

    private static void close(@Nullable OutputPipe pipe, IOException refused) {
        if (pipe != null) {
            try {
                pipe.close();
            } catch (IOException left) {
                refused.addSuppressed(left);
            }
        }
    }
}
