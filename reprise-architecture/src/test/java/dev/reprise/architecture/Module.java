package dev.reprise.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** One Maven module of the project, as folders. */
record Module(String name, Path folder) {

    boolean hasCode() {
        return Files.isDirectory(mainSources());
    }

    Path classes() {
        return folder.resolve("target/classes");
    }

    Path testClasses() {
        return folder.resolve("target/test-classes");
    }

    Path mainSources() {
        return folder.resolve("src/main/java");
    }

    Path testSources() {
        return folder.resolve("src/test/java");
    }

    /** Lists the Java files of the main and test sources. */
    List<Path> javaFiles() {
        return Stream.of(mainSources(), testSources())
                .filter(Files::isDirectory)
                .flatMap(Module::filesUnder)
                .filter(file -> file.toString().endsWith(".java"))
                .toList();
    }

    private static Stream<Path> filesUnder(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> linesOf(Path file) {
        try {
            return Files.readAllLines(file, UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
