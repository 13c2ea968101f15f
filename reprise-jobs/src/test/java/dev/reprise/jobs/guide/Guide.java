package dev.reprise.jobs.guide;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The blocks of the guide that a reader copies. */
final class Guide {
    private static final Path PAGE = Path.of("../docs/guide/jobs.md");

    private Guide() {}

    /** The fenced block below the line that is this marker. */
    static String blockBelow(String marker) throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        int at = lines.indexOf(marker);
        if (at < 0) {
            throw new AssertionError(PAGE + " has no line " + marker);
        }
        StringBuilder block = new StringBuilder();
        for (String line : lines.subList(at + 2, lines.size())) {
            if (line.equals("```")) {
                return block.toString();
            }
            block.append(line).append('\n');
        }
        throw new AssertionError(PAGE + ": the block below " + marker + " does not end");
    }
}
