package dev.reprise.cli;

import dev.reprise.fetch.Fetch;
import dev.reprise.fetch.FetchUnusableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise fetch}: a list of URLs, fetched politely, resumable. */
@Command(
        name = "fetch",
        description = {
            "Fetches a list of URLs politely, and writes one outcome line per URL to a journal.",
            "Run it again: what is done or gone for good is skipped, the rest is sent again.",
            "`reprise explain` says what it does about an answer."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        parameterListHeading = "%n",
        optionListHeading = "%nGeneral:%n",
        exitCodeListHeading = "%nExit codes, about the list after the run, the first that holds:%n",
        exitCodeList = {
            "2:the command line is refused",
            "6:the list, the journal or the disk cannot be used, or another run has the journal",
            "130, 143:interrupted; the first Ctrl-C or TERM lets requests in flight finish, a second does not",
            "4:work is left for a later run",
            "3:all is done, some failed for good",
            "0:all is done"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise fetch urls.txt --delay 1s",
            "  reprise fetch urls.txt --save pages --max-bytes 64KiB --user-agent 'shop-check (ops@example.org)'",
            "  reprise fetch urls.txt -o monday.jsonl --schedule 'exponential base=2s max=1m jitter=20%%'",
            "  sort -u urls.txt | reprise fetch - -o urls.jsonl --quiet",
            "  reprise fetch https://example.org/",
            "",
            "Durations are 500ms, 15s, 1m30s, 2h, 1d; a bare number is milliseconds, and refused for time-outs.",
            "LIST is UTF-8, one URL a line; # begins a comment at the start of a line or after white space. Progress",
            "and summary go to stderr. Proxy variables of the environment are ignored."
        })
final class FetchCommand implements Callable<Integer> {
    private static final Duration PROGRESS_PAUSE = Duration.ofSeconds(10);
    private static final Pattern URL = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://.*");

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything runs
    private CommandSpec spec;

    @Parameters(paramLabel = "LIST", description = "a file with one URL a line, `-` for stdin, or one URL")
    private String list = "";

    @ArgGroup(validate = false, heading = "%nOutput:%n", order = 1)
    private FetchOptions.Output output = new FetchOptions.Output();

    @ArgGroup(validate = false, heading = "%nPoliteness:%n", order = 2)
    private FetchOptions.Pace pace = new FetchOptions.Pace();

    @ArgGroup(validate = false, heading = "%nRetries:%n", order = 3)
    private FetchOptions.Retries retries = new FetchOptions.Retries();

    @ArgGroup(validate = false, heading = "%nRequests:%n", order = 4)
    private FetchOptions.Request request = new FetchOptions.Request();

    @Option(names = "--quiet", description = "say nothing but errors")
    private boolean quiet;

    @Option(names = "--no-progress", description = "show the summary, but no progress")
    private boolean noProgress;

    FetchCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws FetchUnusableException, InterruptedException {
        Path journal;
        Fetch fetch;
        try {
            journal = journal();
            fetch = fetch(journal);
        } catch (IllegalArgumentException | IllegalStateException refused) {
            throw new ParameterException(spec.commandLine(), String.valueOf(refused.getMessage()), refused);
        }
        if (!quiet) {
            FetchNotes.print(console, request.headers);
            if (Boolean.TRUE.equals(spec.findOption("-v").getValue())) {
                console.err().println("outcomes go to " + (journal == null ? "stdout" : journal) + "; " + pace);
                console.err().println(retries);
            }
        }
        Duration progress = quiet || noProgress ? null : PROGRESS_PAUSE;
        return new FetchSession(console, quiet, progress).run(fetch, journal);
    }

    private Fetch fetch(@Nullable Path journal) {
        Fetch fetch = source();
        if (journal == null) {
            fetch.outcomesTo(console.stdout());
        } else {
            fetch.journal(journal);
        }
        output.applyTo(fetch);
        pace.applyTo(fetch);
        retries.applyTo(fetch);
        request.applyTo(fetch, console.environment());
        return fetch;
    }

    private Fetch source() {
        if (list.equals("-")) {
            return Fetch.lines(console.in());
        }
        return isUrl() ? Fetch.url(list) : Fetch.list(Path.of(list));
    }

    /** Returns the journal, or null: the outcome lines go to stdout. */
    private @Nullable Path journal() {
        if (output.journal == null) {
            return list.equals("-") || isUrl() ? null : Path.of(list + ".results.jsonl");
        }
        return output.journal.equals("-") ? null : Path.of(output.journal);
    }

    private boolean isUrl() {
        return URL.matcher(list).matches();
    }
}
