package dev.reprise.cli;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Durations;
import dev.reprise.fetch.Fetch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code reprise fetch}, in the groups of its help. */
final class FetchOptions {
    private FetchOptions() {}

    /** What is written, and where. */
    static final class Output {
        @Option(
                names = "-o",
                paramLabel = "JOURNAL",
                description = {
                    "outcomes, a JSON line per URL (default: LIST.results.jsonl);",
                    "`-` is stdout, without memory (default if LIST is `-` or a URL)"
                })
        @Nullable
        String journal;

        @Option(names = "--fresh", description = "set the old journal aside, numbered, and begin anew")
        boolean fresh;

        @Option(names = "--save", paramLabel = "DIR", description = "keep the bodies in this folder")
        @Nullable
        Path save;

        void applyTo(Fetch fetch) {
            fetch.fresh(fresh);
            if (save != null) {
                fetch.save(save);
            }
        }
    }

    /** How politely hosts are asked. */
    static final class Pace {
        @Option(
                names = "-c",
                paramLabel = "N",
                converter = Converters.ToConnections.class,
                description = "requests in flight (default: ${DEFAULT-VALUE})")
        int inFlight = 64;

        @Option(
                names = "--per-host",
                paramLabel = "N",
                converter = Converters.ToConnections.class,
                description = "requests in flight to one host (default: ${DEFAULT-VALUE})")
        int perHost = 1;

        @Option(
                names = "--delay",
                paramLabel = "D",
                converter = Converters.ToDuration.class,
                defaultValue = "0s",
                description = "pause between requests to one host (default: ${DEFAULT-VALUE})")
        Duration delay = Duration.ZERO;

        @Option(
                names = "--max-wait",
                paramLabel = "D",
                converter = Converters.ToDuration.class,
                defaultValue = FetchDefaults.MAX_WAIT,
                description = {
                    "the longest Retry-After that a run waits for (default: ${DEFAULT-VALUE});",
                    "a longer one leaves the host's URLs for a later run"
                })
        Duration maxWait = Duration.ZERO;

        void applyTo(Fetch fetch) {
            fetch.inFlight(inFlight).perHost(perHost).delay(delay).maxWait(maxWait);
        }

        @Override
        public String toString() {
            return inFlight + " in flight, " + perHost + " per host, delay " + Durations.format(delay) + ", max wait "
                    + Durations.format(maxWait);
        }
    }

    /** How often and when a URL is sent again. */
    static final class Retries {
        @Option(
                names = "--retries",
                paramLabel = "N",
                converter = Converters.ToRetries.class,
                description = "retries of one URL in one run (default: ${DEFAULT-VALUE})")
        int retries = FetchDefaults.RETRIES;

        @Option(
                names = "--schedule",
                paramLabel = "SCHEDULE",
                converter = Converters.ToBackoff.class,
                defaultValue = FetchDefaults.SCHEDULE,
                description = {"delays of the retries (default: ${DEFAULT-VALUE});", "see `reprise schedule --help`"})
        Backoff schedule = Backoff.none();

        @Option(names = "--seed", paramLabel = "TEXT", description = "draw the delays from this seed, to replay them")
        @Nullable
        String seed;

        void applyTo(Fetch fetch) {
            fetch.retries(retries).schedule(schedule);
            if (seed != null) {
                fetch.seed(seed);
            }
        }

        @Override
        public String toString() {
            return retries + " retries, " + schedule + (seed == null ? "" : ", seed " + seed);
        }
    }

    /** What each request looks like, and how long it may take. */
    static final class Request {
        @Option(
                names = "--timeout",
                paramLabel = "D",
                converter = Converters.ToTimeout.class,
                defaultValue = "60s",
                description = "of one attempt, redirects and body included (default: ${DEFAULT-VALUE})")
        Duration timeout = Duration.ZERO;

        @Option(
                names = "--connect-timeout",
                paramLabel = "D",
                converter = Converters.ToTimeout.class,
                defaultValue = "10s",
                description = "of connecting (default: ${DEFAULT-VALUE})")
        Duration connectTimeout = Duration.ZERO;

        @Option(
                names = "--response-timeout",
                paramLabel = "D",
                converter = Converters.ToTimeout.class,
                defaultValue = "30s",
                description = "of a silent server (default: ${DEFAULT-VALUE})")
        Duration responseTimeout = Duration.ZERO;

        @Option(
                names = "--max-bytes",
                paramLabel = "SIZE",
                converter = ByteSizes.class,
                defaultValue = "10MiB",
                description = "the largest body, decoded, such as 64KiB (default: ${DEFAULT-VALUE})")
        long maxBytes;

        @Option(
                names = "--max-redirects",
                paramLabel = "N",
                converter = Converters.ToRedirects.class,
                description = "redirects of one attempt (default: ${DEFAULT-VALUE})")
        int maxRedirects = 5;

        @Option(names = "--user-agent", paramLabel = "TEXT", description = "who asks, and how to reach you")
        @Nullable
        String userAgent;

        @Option(
                names = "-H",
                paramLabel = "HEADER",
                converter = HeaderValue.Reader.class,
                description = {
                    "a header of every request, 'Name: value'; may be repeated;",
                    "'Authorization: Bearer env:TOKEN' reads the secret from the variable TOKEN"
                })
        List<HeaderValue> headers = new ArrayList<>();

        void applyTo(Fetch fetch, Map<String, String> environment) {
            fetch.timeout(timeout)
                    .connectTimeout(connectTimeout)
                    .responseTimeout(responseTimeout)
                    .maxBytes(maxBytes)
                    .maxRedirects(maxRedirects);
            if (userAgent != null) {
                fetch.userAgent(userAgent);
            }
            headers.forEach(header -> fetch.header(header.name(), header.resolved(environment)));
        }
    }
}
