package dev.reprise.architecture.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reprise.architecture.documents.Markdown.Block;
import dev.reprise.architecture.documents.Markdown.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares the Java blocks of documents with compiled tests. A block stands below a line
 * {@code <!-- snippet: PATH#NAME -->} and equals what lies between {@code // snippet: NAME} and
 * {@code // end snippet} in that file, common indentation aside.
 */
final class Snippets {

    private static final Pattern MARKER = Pattern.compile("<!-- snippet: (\\S+)#(\\S+) -->");

    private Snippets() {}

    static List<String> problems(Path root, Markdown document) throws IOException {
        List<String> problems = new ArrayList<>();
        List<String> used = new ArrayList<>();
        for (Block block : document.blocks()) {
            if (block.language().equals("java")) {
                used.add(block.above());
                problem(root, block).ifPresent(problem -> problems.add(at(document, block.number()) + problem));
            }
        }
        for (Line line : document.text()) {
            if (line.text().strip().startsWith("<!-- snippet:")
                    && !used.contains(line.text().strip())) {
                problems.add(at(document, line.number()) + "a snippet marker without a java block below it");
            }
        }
        return problems;
    }

    private static Optional<String> problem(Path root, Block block) throws IOException {
        Matcher marker = MARKER.matcher(block.above());
        if (!marker.matches()) {
            return Optional.of("a java block without the line <!-- snippet: PATH#NAME --> above it");
        }
        Path source = root.resolve(marker.group(1));
        if (!marker.group(1).contains("/src/test/java/") || !Files.isRegularFile(source)) {
            return Optional.of(marker.group(1) + " is not a file of a module's src/test/java");
        }
        List<String> regions = regions(Files.readAllLines(source, UTF_8), marker.group(2));
        if (regions.size() != 1) {
            return Optional.of(marker.group(1) + " has " + regions.size() + " snippets " + marker.group(2) + ", not 1");
        }
        return regions.contains(block.code())
                ? Optional.empty()
                : Optional.of("differs from " + marker.group() + ", which reads:\n" + regions.get(0));
    }

    /** Finds the closed regions of that name. */
    private static List<String> regions(List<String> source, String name) {
        List<String> found = new ArrayList<>();
        List<String> open = null;
        for (String line : source) {
            String text = line.strip();
            if (text.equals("// snippet: " + name)) {
                open = new ArrayList<>();
            } else if (text.equals("// end snippet") && open != null) {
                found.add(String.join("\n", open).stripIndent());
                open = null;
            } else if (open != null) {
                open.add(line);
            }
        }
        return found;
    }

    private static String at(Markdown document, int line) {
        return document.file().getFileName() + ":" + line + ": ";
    }
}
