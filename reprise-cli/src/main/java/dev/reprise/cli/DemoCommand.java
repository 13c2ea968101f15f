package dev.reprise.cli;

import dev.reprise.fetch.Fetch;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code reprise demo}: what a newcomer sees first. */
@Command(
        name = "demo",
        description = {
            "Shows a run of `fetch` on a web site that misbehaves, and three decisions in words.",
            "The site (429, 503, resets, short bodies, slow pages, a redirect loop) runs on loopback, nothing",
            "leaves this machine. Takes some ten seconds."
        },
        optionListHeading = "%nOptions:%n")
final class DemoCommand implements Callable<Integer> {
    private final Console console;

    DemoCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        PrintStream out = console.out();
        Path folder = Files.createTempDirectory("reprise-demo-");
        Path list = folder.resolve("urls.txt");
        Path journal = folder.resolve("urls.txt.results.jsonl");
        try (DemoSite site = new DemoSite()) {
            introduce(site);
            Files.write(list, lines(site));
            say(console.bold("$ reprise fetch " + list));
            int code = fetch(list, journal, Duration.ofSeconds(1));
            if (code == ExitCode.INTERRUPTED || code == ExitCode.TERMINATED) {
                return code;
            }
            tell(journal);
            say(console.bold("The same command again") + " asks for nothing that is done:");
            fetch(list, journal, null);
        }
        out.println();
        out.println("The journal: " + journal);
        out.println("Ask for any decision: reprise explain 429 --retry-after 3600");
        out.println("Fetch your own list:  reprise fetch urls.txt --delay 1s");
        return ExitCode.OK;
    }

    private int fetch(Path list, Path journal, @Nullable Duration progress) throws IOException, InterruptedException {
        return new FetchSession(console, false, progress).run(Fetch.list(list).journal(journal), journal);
    }

    /** Prints before stderr goes on, so that both streams come in order. */
    private void say(String line) {
        console.out().println(line);
        console.out().flush();
    }

    private void introduce(DemoSite site) {
        PrintStream out = console.out();
        out.println(console.bold("A web site that misbehaves") + ", on loopback, one host for each way:");
        out.println();
        for (DemoSite.Host host : site.hosts()) {
            out.printf(
                    "  %-18s %-44s %2d URLs%n",
                    host.authority(), host.manner(), host.urls().size());
        }
        out.println();
    }

    private static List<String> lines(DemoSite site) {
        List<String> lines = new ArrayList<>();
        for (DemoSite.Host host : site.hosts()) {
            lines.add("# " + host.manner());
            lines.addAll(host.urls());
            lines.add("");
        }
        return lines;
    }

    private void tell(Path journal) throws IOException {
        PrintStream out = console.out();
        out.println();
        out.println(console.bold("Three decisions") + ", as the journal tells them:");
        try (Stream<String> lines = Files.lines(journal)) {
            for (JournalStory story : JournalStory.three(lines)) {
                out.println();
                story.lines().forEach(out::println);
            }
        }
        out.println();
    }
}
