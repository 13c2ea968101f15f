package dev.reprise.bench.kill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fetches one list with processes that are killed at moments spread over its progress, until a last one may end.
 *
 * <p>Half of the kills wait for the journal to have so many bytes, spread evenly over the list with a random rest, so
 * that lines are cut anywhere; the others wait for a few requests of the new process, often before it wrote a line.
 */
public final class KilledFetch implements AutoCloseable {
    private static final Duration ANSWERING = Duration.ofMillis(10);
    private static final int EXIT_SOME_FAILED = 3;
    private static final int BYTES_OF_A_LINE = 450;
    private static final int MOST_REQUESTS = 80;
    private static final Pattern TOTALS = Pattern.compile("(\\d+) lines = (\\d+(?: [a-z ]+ \\+ \\d+)* not reached)");
    private static final Pattern PART = Pattern.compile("(\\d+) ([a-z ]+?)(?: \\+|$)");

    private final KillSite site;
    private final Path list;
    private final Path journal;
    private final Path bodies;
    private final Path output;
    private final Random random;
    private final KillWatch watch;

    /**
     * Write the list.
     *
     * @param folder where all files go
     * @param seed of the moments
     * @param urls how many URLs
     */
    public KilledFetch(Path folder, long seed, int urls) throws IOException {
        site = new KillSite(urls, ANSWERING);
        list = Files.write(folder.resolve("list.txt"), site.urls());
        journal = folder.resolve("journal.jsonl");
        bodies = folder.resolve("bodies");
        output = folder.resolve("output.txt");
        random = new Random(seed);
        watch = new KillWatch(site, journal, bodies);
    }

    /**
     * Kill so many processes, then let one end.
     *
     * @param kills how many
     * @return what came of it
     */
    public KillReport run(int kills) throws IOException, InterruptedException {
        long began = System.nanoTime();
        int early = 0;
        int tails = 0;
        int killed = 0;
        for (int i = 1; i <= kills; i++) {
            int before = watch.text().lines().size();
            try (FetchProcess process = start()) {
                if (process.await(random.nextBoolean() ? afterRequests() : afterBytes(i, kills))) {
                    process.kill();
                    killed++;
                } else {
                    watch.note("kill " + i, "the process ended before: " + process.output());
                }
            }
            watch.look("after kill " + i);
            early += watch.text().lines().size() == before ? 1 : 0;
            tails += watch.text().tail() > 0 ? 1 : 0;
        }
        long doneBefore = watch.done().size();
        int exitCode = runToTheEnd(doneBefore);
        watch.lookAtTheEnd();
        var last = watch.text().last().values();
        return new KillReport(
                site.urls().size(),
                killed,
                early,
                tails,
                site.requestCount(),
                site.leastRequests(),
                last.stream().filter(JournalText.Line::isSuccess).count(),
                last.stream()
                        .filter(line -> line.isFinal() && !line.isSuccess())
                        .count(),
                exitCode,
                Duration.ofNanos(System.nanoTime() - began),
                watch.violations());
    }

    /** Return where the outcomes are. */
    public Path journal() {
        return journal;
    }

    /** Return the site. */
    public KillSite site() {
        return site;
    }

    /** Start a process on the list. */
    public FetchProcess start(String... more) throws IOException {
        String[] always = {
            list.toString(),
            "-o",
            journal.toString(),
            "--save",
            bodies.toString(),
            "--schedule",
            "constant 20ms",
            "--no-progress"
        };
        String[] arguments = new String[always.length + more.length];
        System.arraycopy(always, 0, arguments, 0, always.length);
        System.arraycopy(more, 0, arguments, always.length, more.length);
        return FetchProcess.start(output, arguments);
    }

    /** Let one process end, and check its totals; returns its exit code. */
    int runToTheEnd(long doneBefore) throws IOException, InterruptedException {
        try (FetchProcess process = start()) {
            int exitCode = process.exitCode();
            if (exitCode != EXIT_SOME_FAILED) {
                watch.note("at the end", "exit code " + exitCode + ": " + process.output());
            }
            checkTotals(process.output(), doneBefore);
            return exitCode;
        }
    }

    private void checkTotals(String printed, long doneBefore) {
        Matcher totals = TOTALS.matcher(printed);
        if (!totals.find()) {
            watch.note("at the end", "no totals: " + printed);
            return;
        }
        long lines = Long.parseLong(totals.group(1));
        long sum = 0;
        long before = -1;
        Matcher part = PART.matcher(totals.group(2));
        while (part.find()) {
            sum += Long.parseLong(part.group(1));
            before = part.group(2).equals("done before") ? Long.parseLong(part.group(1)) : before;
        }
        if (lines != sum || lines != site.urls().size() || before != doneBefore) {
            watch.note("at the end", doneBefore + " were done before, but the totals are " + totals.group());
        }
    }

    private BooleanSupplier afterRequests() {
        int left = site.urls().size() - watch.done().size();
        long from = site.requestCount() + random.nextInt(Math.max(1, Math.min(MOST_REQUESTS, left / 2)));
        return () -> site.requestCount() >= from;
    }

    private BooleanSupplier afterBytes(int kill, int kills) {
        long linesWanted = (long) site.urls().size() * kill / (kills + 1);
        long more = Math.max(0, linesWanted - watch.done().size());
        long bytes = size() + more * BYTES_OF_A_LINE + random.nextInt(BYTES_OF_A_LINE);
        return () -> size() >= bytes;
    }

    private long size() {
        try {
            return Files.exists(journal) ? Files.size(journal) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        site.close();
    }
}
