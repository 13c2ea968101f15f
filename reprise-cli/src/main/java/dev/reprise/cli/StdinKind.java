package dev.reprise.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What stdin leads to. */
enum StdinKind {
    TERMINAL,
    /** A pipe, a file or a socket: what was read is gone. */
    DATA,
    /** Nothing can be read. */
    EMPTY;

    /** Asks Linux where stdin leads, any other Unix with {@code test}. */
    static StdinKind ofProcess() {
        if (Terminal.isOne(0)) {
            return TERMINAL;
        }
        try {
            Path stdin = Path.of("/dev/stdin");
            boolean empty = !Files.exists(stdin) || Files.isSameFile(stdin, Path.of("/dev/null"));
            return empty ? EMPTY : DATA;
        } catch (IOException unknown) {
            return DATA;
        }
    }
}
