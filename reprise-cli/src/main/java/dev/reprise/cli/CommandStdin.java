package dev.reprise.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What the attempts of a command read from stdin. */
final class CommandStdin implements AutoCloseable {
    private static final File NULL = new File("/dev/null");

    /** What the command line may ask for. */
    enum Mode {
        /** The first attempt gets it, later ones an empty one. */
        FIRST,
        /** Every attempt gets all of it. */
        BUFFER;

        /** Reads a mode. */
        static final class Reader implements ITypeConverter<Mode> {
            @Override
            public Mode convert(String text) {
                return switch (text) {
                    case "first" -> FIRST;
                    case "buffer" -> BUFFER;
                    default ->
                        throw new TypeConversionException("`" + text + "` is refused; allowed is first or buffer");
                };
            }
        }
    }

    private final @Nullable Path copy;
    private final StdinKind kind;

    private CommandStdin(@Nullable Path copy, StdinKind kind) {
        this.copy = copy;
        this.kind = kind;
    }

    static CommandStdin first(StdinKind kind) {
        return new CommandStdin(null, kind);
    }

    /**
     * Reads all of it into a file that only we may read. Whatever its size, it costs no memory, each attempt reads it at
     * its own pace, and none waits for us.
     *
     * @throws IOException if it cannot be read or kept
     */
    static CommandStdin buffer(InputStream in) throws IOException {
        Path copy = Files.createTempFile("reprise-stdin-", "");
        // Before the attempts begin, a signal ends the JVM.
        copy.toFile().deleteOnExit();
        CommandStdin stdin = new CommandStdin(copy, StdinKind.DATA);
        try (OutputStream out = Files.newOutputStream(copy)) {
            in.transferTo(out);
        } catch (IOException broken) {
            stdin.close();
            throw broken;
        }
        return stdin;
    }

    Redirect of(int attempt) {
        if (copy != null) {
            return Redirect.from(copy.toFile());
        }
        // A terminal is not used up: who asks again shall be answered again.
        return attempt == 1 || kind == StdinKind.TERMINAL ? Redirect.INHERIT : Redirect.from(NULL);
    }

    /** Tells whether this attempt is the first that lacks what another one had. */
    boolean isMissed(int attempt) {
        return attempt == 2 && copy == null && kind == StdinKind.DATA;
    }

    /** A copy that cannot be deleted is no reason to tell a success as a failure; the end of the JVM tries again. */
    @Override
    public void close() {
        if (copy != null) {
            copy.toFile().delete();
        }
    }
}
