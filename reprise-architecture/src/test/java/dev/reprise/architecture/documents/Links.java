package dev.reprise.architecture.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.reprise.architecture.documents.Markdown.Line;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Follows the relative links of documents: the file must exist inside the project, and the heading in the file. */
final class Links {

    private static final Pattern INLINE_CODE = Pattern.compile("`[^`]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\(\\s*([^)\\s]+)[^)]*\\)|^\\[[^\\]]+\\]:\\s+(\\S+)");
    private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

    private Links() {}

    static List<String> problems(Path root, Markdown document) throws IOException {
        List<String> problems = new ArrayList<>();
        for (Line line : document.text()) {
            Matcher link = LINK.matcher(INLINE_CODE.matcher(line.text()).replaceAll("code"));
            while (link.find()) {
                String target = link.group(1) != null ? link.group(1) : link.group(2);
                if (!ELSEWHERE.matcher(target).matches()) {
                    problem(root, document, target)
                            .ifPresent(problem ->
                                    problems.add(document.file().getFileName() + ":" + line.number() + ": " + problem));
                }
            }
        }
        return problems;
    }

    private static Optional<String> problem(Path root, Markdown document, String target) throws IOException {
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty()
                ? document.file()
                : document.file()
                        .resolveSibling(URLDecoder.decode(parts[0], UTF_8))
                        .normalize();
        if (!file.startsWith(root) || !Files.exists(file)) {
            return Optional.of(target + " leads to nothing in the project");
        }
        if (parts.length == 2 && !Markdown.read(file).anchors().contains(parts[1])) {
            return Optional.of(target + " leads to no heading");
        }
        return Optional.empty();
    }
}
