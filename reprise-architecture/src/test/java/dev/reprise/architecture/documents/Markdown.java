package dev.reprise.architecture.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** A Markdown file, split into its fenced blocks and the text around them. */
record Markdown(Path file, List<Block> blocks, List<Line> text) {

    /** One line of text outside the blocks; numbers count from 1. */
    record Line(int number, String text) {}

    /** A fenced block: its language, the nearest line of text above its fence, and what is inside. */
    record Block(int number, String language, String above, List<String> lines) {

        String code() {
            return String.join("\n", lines).stripIndent();
        }
    }

    static Markdown read(Path file) throws IOException {
        List<Block> blocks = new ArrayList<>();
        List<Line> text = new ArrayList<>();
        String above = "";
        Block open = null;
        int number = 0;
        for (String line : Files.readAllLines(file, UTF_8)) {
            number++;
            boolean fence = line.strip().startsWith("```");
            if (open != null) {
                if (fence) {
                    open = null;
                } else {
                    open.lines.add(line);
                }
            } else if (fence) {
                String language = line.strip().substring(3).strip();
                open = new Block(number, language, above, new ArrayList<>());
                blocks.add(open);
                above = "";
            } else {
                text.add(new Line(number, line));
                above = line.isBlank() ? above : line.strip();
            }
        }
        return new Markdown(file, blocks, text);
    }

    /** Lists the documents of a project: those of its root folder and everything below {@code docs}. */
    static List<Path> documentsOf(Path root) throws IOException {
        try (Stream<Path> top = Files.list(root);
                Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** Names the anchors that the headings make: lower case, punctuation dropped, hyphens for spaces. */
    Set<String> anchors() {
        Set<String> anchors = new HashSet<>();
        for (Line line : text) {
            if (line.text.matches("#{1,6} .*")) {
                String slug = line.text
                        .replaceFirst("^#+ +", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-');
                String anchor = slug;
                for (int again = 1; !anchors.add(anchor); again++) {
                    anchor = slug + "-" + again;
                }
            }
        }
        return anchors;
    }
}
