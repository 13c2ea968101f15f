package dev.reprise.cli.process;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A pipe for a command's output that lasts until its last writer is gone. The JDK's own pipe is closed when the command
 * ends, and what somebody else still writes, such as {@code tee} in {@code exec > >(tee log)}, is lost. This one has a
 * name in the file system until the command has it, in a folder that only we may look into.
 */
final class OutputPipe implements Closeable {
    private final Path folder;
    private final Path file;
    private final RandomAccessFile bothEnds;
    private final FileInputStream readEnd;

    private OutputPipe(Path folder, Path file, RandomAccessFile bothEnds, FileInputStream readEnd) {
        this.folder = folder;
        this.file = file;
        this.bothEnds = bothEnds;
        this.readEnd = readEnd;
    }

    static OutputPipe open() throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
        if (!Files.isDirectory(temporary) || !Files.isWritable(temporary)) {
            throw new IOException("the temporary folder `" + temporary
                    + "` cannot be written, and a pipe is needed there; TMPDIR names another");
        }
        Path folder = Files.createTempDirectory(temporary, "reprise-pipe-");
        Path file = folder.resolve("pipe");
        RandomAccessFile bothEnds = null;
        try {
            int status = Tool.run(List.of("mkfifo", file.toString()));
            if (status != 0) {
                throw new IOException("mkfifo " + file + " ended with " + status);
            }
            // To open one end waits for the other; to open both waits for nobody, and nor does any open after it.
            bothEnds = new RandomAccessFile(file.toFile(), "rw");
            return new OutputPipe(folder, file, bothEnds, new FileInputStream(file.toFile()));
        } catch (IOException unusable) {
            if (bothEnds != null) {
                bothEnds.close();
            }
            remove(folder, file);
            throw unusable;
        }
    }

    /** Returns where the command shall write to. */
    Redirect writeEnd() {
        return Redirect.to(file.toFile());
    }

    /** Returns what the command writes, once it has its end: ours is dropped, so that the last writer's end is the end. */
    InputStream started() throws IOException {
        bothEnds.close();
        remove(folder, file);
        // Not as it is: in Java 17 it asks for a size and a position, which a pipe does not have.
        return new FilterInputStream(readEnd) {};
    }

    @Override
    public void close() throws IOException {
        bothEnds.close();
        readEnd.close();
        remove(folder, file);
    }

    /** What cannot be removed is empty, and costs the command nothing. */
    private static void remove(Path folder, Path file) {
        file.toFile().delete();
        folder.toFile().delete();
    }
}
