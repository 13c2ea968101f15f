package dev.reprise.fetch;

import java.io.InputStream;
import java.nio.file.Path;

/** Say where the URLs come from. */
sealed interface RunSource {
    /** A file that is read again where it lies. */
    record ListFile(Path path) implements RunSource {}

    /** One URL. */
    record OneUrl(String url) implements RunSource {}

    /** A stream that is copied first. */
    record Stream(InputStream lines) implements RunSource {}
}
