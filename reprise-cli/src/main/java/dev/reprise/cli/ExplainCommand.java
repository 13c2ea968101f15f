package dev.reprise.cli;

import dev.reprise.backoff.Backoff;
import dev.reprise.batch.BatchPolicy;
import dev.reprise.batch.Signal;
import dev.reprise.http.RetryAfter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise explain}: what {@code fetch} does about one answer. */
@Command(
        name = "explain",
        description = "Says what `reprise fetch` does about an answer, in this run and in the next, and why.",
        sortOptions = false,
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise explain 503",
            "  reprise explain 429 --retry-after 120",
            "  reprise explain 429 --retry-after 'Mon, 30 Nov 2026 08:31:00 GMT' --now 2026-11-30T08:30:00Z",
            "  reprise explain CRAWL_TIMEOUT --api --retries-done 3",
            "  reprise explain --exception java.net.ConnectException --seed feeds --json"
        })
final class ExplainCommand implements Callable<Integer> {
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything runs
    private CommandSpec spec;

    @Parameters(paramLabel = "SIGNAL", arity = "0..1", description = "an HTTP status, or the tag of an outcome")
    private @Nullable String signal;

    @Option(
            names = "--exception",
            paramLabel = "CLASS",
            description = "instead of SIGNAL: the class of an exception; it need not exist")
    private @Nullable String exception;

    @Option(names = "--api", description = "the answer came through a contents API; statuses are the API's own")
    private boolean api;

    @Option(
            names = "--retries-done",
            paramLabel = "N",
            converter = Converters.ToRetries.class,
            description = "retries that this run has spent on the URL (default: ${DEFAULT-VALUE})")
    private int retriesDone = 0;

    @Option(names = "--retry-after", paramLabel = "TEXT", description = "the answer's Retry-After header")
    private @Nullable String retryAfter;

    @Option(
            names = "--now",
            paramLabel = "T",
            converter = Converters.ToInstant.class,
            description = "when the answer came, such as 2026-11-30T08:30:00Z (default: now)")
    private @Nullable Instant now;

    @Option(
            names = "--seed",
            paramLabel = "TEXT",
            description = "draw the delay from this seed, after one draw for each retry done")
    private @Nullable String seed;

    @Option(
            names = "--retries",
            paramLabel = "N",
            converter = Converters.ToRetries.class,
            description = "retries of one URL in one run (default: ${DEFAULT-VALUE})")
    private int retries = FetchDefaults.RETRIES;

    @Option(
            names = "--schedule",
            paramLabel = "SCHEDULE",
            converter = Converters.ToBackoff.class,
            defaultValue = FetchDefaults.SCHEDULE,
            description = "the delays of the retries (default: ${DEFAULT-VALUE})")
    private Backoff schedule = Backoff.none();

    @Option(
            names = "--max-wait",
            paramLabel = "D",
            converter = Converters.ToDuration.class,
            defaultValue = FetchDefaults.MAX_WAIT,
            description = "the longest hint that is waited for in a run (default: ${DEFAULT-VALUE})")
    private Duration maxWait = Duration.ZERO;

    @Option(names = "--json", description = "write one JSON object")
    private boolean json;

    ExplainCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        BatchPolicy policy = (api ? BatchPolicy.api() : BatchPolicy.direct())
                .retries(retries)
                .backoff(schedule)
                .maxWait(maxWait);
        Question question = new Question(policy, api, signal(), retriesDone, retries, retryAfter, hint(), seed);
        console.out().println(json ? ExplainJson.of(question) : ExplainWords.of(question));
        return ExitCode.OK;
    }

    private Signal signal() {
        if ((signal == null) == (exception == null)) {
            throw refused((signal == null ? "SIGNAL: missing" : "SIGNAL and --exception: both given")
                    + "; allowed is one of a status, a tag, or --exception CLASS");
        }
        if (exception != null) {
            return Signal.ofException(exception);
        }
        String text = String.valueOf(signal).strip();
        if (!NUMBER.matcher(text).matches()) {
            return text.isEmpty() ? refuseStatus(text) : Signal.tag(text);
        }
        return text.length() == 3 && text.charAt(0) != '0' ? Signal.status(Integer.parseInt(text)) : refuseStatus(text);
    }

    private Signal refuseStatus(String text) {
        throw refused("SIGNAL: `" + text + "` is refused; allowed is a status from 100 to 999, or a tag");
    }

    private @Nullable Duration hint() {
        return retryAfter == null ? null : RetryAfter.parse(retryAfter, now == null ? Instant.now() : now);
    }

    private ParameterException refused(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }
}
