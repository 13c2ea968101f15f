package dev.reprise.cli;

import dev.reprise.backoff.Backoff;
import dev.reprise.policy.RetryPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code reprise retry}, in the groups of its help. */
final class RetryOptions {
    private RetryOptions() {}

    /** How often and when the command is tried again. */
    static final class Policy {
        @Option(
                names = "--attempts",
                paramLabel = "N",
                converter = Converters.ToAttempts.class,
                description = "the first included (default: ${DEFAULT-VALUE})")
        int attempts = 3;

        @Option(
                names = "--schedule",
                paramLabel = "SCHEDULE",
                converter = Converters.ToBackoff.class,
                defaultValue = "exponential base=200ms limit=10s jitter=50%",
                description = {
                    "the waits (default: ${DEFAULT-VALUE});",
                    "see `reprise schedule --help`. No wait is longer than a day"
                })
        Backoff schedule = Backoff.none();

        @Option(
                names = "--budget",
                paramLabel = "D",
                converter = Converters.ToTimeout.class,
                description = {
                    "no attempt starts later than this after the first began (default: none);",
                    "a wait that does not fit is refused, a running attempt is not cut short"
                })
        @Nullable
        Duration budget;

        @Option(names = "--seed", paramLabel = "TEXT", description = "draw the waits from this seed, to replay them")
        @Nullable
        String seed;

        RetryPolicy policy() {
            RetryPolicy policy = RetryPolicy.attempts(attempts).backoff(schedule);
            return budget == null ? policy : policy.timeBudget(budget);
        }
    }

    /** What counts as success, and what is final. */
    static final class Rules {
        @Option(
                names = "--retry-on",
                paramLabel = "S,S,...",
                converter = Converters.ToStatuses.class,
                description = "retry only these statuses, such as 1,75; 124 is a time-out")
        @Nullable
        Statuses retryOn;

        @Option(
                names = "--stop-on",
                paramLabel = "S,S,...",
                converter = Converters.ToStatuses.class,
                description = {
                    "never retry these statuses",
                    "(default of both: retry all but 126, 127, 130, 131 and 141, see below)"
                })
        @Nullable
        Statuses stopOn;

        @Option(
                names = "--until-output",
                paramLabel = "REGEX",
                converter = Converters.ToRegex.class,
                description = "also retry status 0 until a line of stdout matches")
        @Nullable
        Pattern untilOutput;

        @Option(
                names = "--hint-from",
                paramLabel = "STREAM:REGEX",
                converter = HintSource.Reader.class,
                description = {
                    "wait at least as long as a line of stdout or stderr says, such as",
                    "stderr:'Retry-After: (.*)': group 1, seconds or an HTTP date; the last match counts"
                })
        @Nullable
        HintSource hintFrom;

        RetryRules rules() {
            return new RetryRules(retryOn, stopOn);
        }
    }

    /** How each attempt is run. */
    static final class Running {
        /** What the JVM makes of bytes that it cannot read. */
        private static final char UNREADABLE = '\uFFFD';

        private static final Duration GRACE = Duration.ofSeconds(5);

        @Option(
                names = "--timeout",
                paramLabel = "D",
                converter = Converters.ToTimeout.class,
                description = "of one attempt (default: none); then all that it started gets TERM, later KILL")
        @Nullable
        Duration timeout;

        @Option(
                names = "--kill-after",
                paramLabel = "D",
                converter = Converters.ToLimit.class,
                description = "the time from TERM to KILL (default: 5s)")
        @Nullable
        Duration killAfter;

        @Option(
                names = "--stdin",
                paramLabel = "first|buffer",
                converter = CommandStdin.Mode.Reader.class,
                description = {
                    "first: attempt 1 gets stdin, later ones an empty one (default);",
                    "buffer: read it to its end first, into a temporary file, and give all of it to each"
                })
        CommandStdin.Mode stdin = CommandStdin.Mode.FIRST;

        CommandRunner.Spec spec(List<String> words, Rules rules) {
            if (killAfter != null && timeout == null) {
                throw new IllegalStateException("--kill-after without --timeout: nothing would be killed");
            }
            for (String word : words) {
                if (word.indexOf(UNREADABLE) >= 0) {
                    throw new IllegalArgumentException("COMMAND: `" + word + "` has bytes that the encoding of the"
                            + " locale, " + System.getProperty("sun.jnu.encoding") + ", does not know, and they would"
                            + " not reach the command as they are; allowed are words in that encoding");
                }
            }
            return new CommandRunner.Spec(
                    words, timeout, killAfter == null ? GRACE : killAfter, rules.untilOutput, rules.hintFrom);
        }
    }

    /** What is told. */
    static final class Output {
        @Option(names = "--report", paramLabel = "FILE", description = "write what happened as JSON, without arguments")
        @Nullable
        Path report;

        @Option(
                names = {"-q", "--quiet"},
                description = "say nothing but errors")
        boolean quiet;
    }
}
