package dev.reprise.bench.kill;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A journal, read by other code than that which wrote it.
 *
 * @param lines the terminated lines
 * @param damaged the terminated lines that are no outcome lines
 * @param tail how many bytes follow the last line end
 */
record JournalText(List<Line> lines, List<String> damaged, int tail) {
    private static final Pattern LINE = Pattern.compile("\\{\"v\":1,\"url\":\"([^\"]+)\",(?:\"finalUrl\":\"[^\"]+\",)?"
            + "\"outcome\":\"(success|failed|deferred|skipped)\",.*\\}");
    private static final Pattern BODY = Pattern.compile("\"digest\":\"sha256:([0-9a-f]{64})\".*\"file\":\"([^\"]+)\"");

    /**
     * One outcome line.
     *
     * @param digest the SHA-256 of the body in hex, or null
     * @param file the body's file, or null
     */
    record Line(
            String url,
            String outcome,
            @Nullable String digest,
            @Nullable String file) {
        boolean isFinal() {
            return isSuccess() || outcome.equals("failed");
        }

        boolean isSuccess() {
            return outcome.equals("success");
        }
    }

    static JournalText read(Path path) throws IOException {
        String text = Files.exists(path) ? Files.readString(path, StandardCharsets.UTF_8) : "";
        List<Line> lines = new ArrayList<>();
        List<String> damaged = new ArrayList<>();
        int from = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
            String line = text.substring(from, end);
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                Matcher body = BODY.matcher(line);
                boolean kept = body.find();
                lines.add(new Line(
                        matcher.group(1), matcher.group(2), kept ? body.group(1) : null, kept ? body.group(2) : null));
            } else {
                damaged.add(line);
            }
            from = end + 1;
        }
        return new JournalText(lines, damaged, text.length() - from);
    }

    /** The last line of each URL. */
    Map<String, Line> last() {
        Map<String, Line> last = new HashMap<>();
        lines.forEach(line -> last.put(line.url(), line));
        return last;
    }

    long finals() {
        return last().values().stream().filter(Line::isFinal).count();
    }
}
