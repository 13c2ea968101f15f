package dev.reprise.bench.kill;

import dev.reprise.bench.kill.JournalText.Line;
import dev.reprise.testkit.SeenRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** Looks at journal, bodies and server whenever no process runs, and notes what must not be. */
final class KillWatch {
    private final KillSite site;
    private final Path journal;
    private final Path bodies;
    private final Set<String> done = new HashSet<>();
    private final Set<String> verified = new HashSet<>();
    private final List<String> violations = new ArrayList<>();
    private int linesBefore;
    private int requestsBefore;
    private JournalText text;

    KillWatch(KillSite site, Path journal, Path bodies) throws IOException {
        this.site = site;
        this.journal = journal;
        this.bodies = bodies;
        this.text = JournalText.read(journal);
    }

    /** Look, and compare with the last time. */
    void look(String when) throws IOException {
        text = JournalText.read(journal);
        List<SeenRequest> requests = site.requests();
        for (SeenRequest request : requests.subList(requestsBefore, requests.size())) {
            if (done.contains(KillSite.listed(request))) {
                note(when, "asked again though its last line was in the journal: " + KillSite.listed(request));
            }
        }
        requestsBefore = requests.size();
        if (text.lines().size() < linesBefore) {
            note(
                    when,
                    "lines were lost: " + linesBefore + " before, "
                            + text.lines().size() + " now");
        }
        linesBefore = text.lines().size();
        text.damaged().forEach(line -> note(when, "a damaged line: " + line));
        Set<String> ended = new HashSet<>();
        for (Line line : text.lines()) {
            if (line.isFinal()) {
                done.add(line.url());
                if (!ended.add(line.url())) {
                    note(when, "a second final line of " + line.url());
                }
                if (line.isSuccess() && verified.add(line.url())) {
                    verifyBody(when, line);
                }
            }
        }
    }

    /** Look at the end of it all: every URL has its one outcome, every success its whole body. */
    void lookAtTheEnd() throws IOException {
        String when = "at the end";
        verified.clear();
        look(when);
        if (text.tail() != 0) {
            note(when, text.tail() + " bytes without a line end");
        }
        var last = text.last();
        for (String url : site.urls()) {
            Line line = last.remove(url);
            String expected = KillSite.isGone(url) ? "failed" : "success";
            if (line == null || !line.outcome().equals(expected)) {
                note(when, "not " + expected + ": " + url + ", " + line);
            }
        }
        last.keySet().forEach(url -> note(when, "not in the list: " + url));
    }

    void note(String when, String what) {
        violations.add(when + ": " + what);
    }

    /** The URLs whose final line is in the journal. */
    Set<String> done() {
        return done;
    }

    JournalText text() {
        return text;
    }

    List<String> violations() {
        return violations;
    }

    private void verifyBody(String when, Line line) throws IOException {
        if (line.file() == null || line.digest() == null) {
            note(when, "a success without a body: " + line);
            return;
        }
        Path file = bodies.resolve(line.file());
        if (file.toString().endsWith(".part") || !Files.exists(file)) {
            note(when, "the body of a success does not exist: " + line);
        } else if (!sha256(Files.readAllBytes(file)).equals(line.digest())) {
            note(when, "the body of a success is not whole: " + line);
        }
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
