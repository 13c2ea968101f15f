package dev.reprise.cli;

import dev.reprise.policy.PolicyWarning;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code reprise policy check}: what is allowed in a policy and yet most likely not meant. */
@Command(
        name = "check",
        description = "Warns of what is allowed in a retry policy and yet most likely not meant.",
        sortOptions = false,
        parameterListHeading = "%n",
        optionListHeading = "%nOptions:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:no warning", "2:the policy cannot be read", "3:there are warnings"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise policy check 'indefinite exponential base=1m'",
            "  reprise policy check 'attempts=5 budget=10m exponential base=30s jitter=20%%'"
        })
final class PolicyCheckCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            paramLabel = "POLICY",
            converter = Converters.ToPolicy.class,
            description = {
                "[transient|indefinite|never] [attempts=N|retries=N] [budget=D] [floor=D] [bound=D]",
                "[hint=atleast|exact] [spread=P%%] SCHEDULE (see `reprise schedule --help`)"
            })
    private RetryPolicy policy = RetryPolicy.defaults();

    @Option(
            names = "--deadline",
            paramLabel = "D",
            converter = Converters.ToDuration.class,
            description = "no attempt starts later than this after the first one")
    private @Nullable Duration deadline;

    @Option(names = "--json", description = "write one JSON object")
    private boolean json;

    PolicyCheckCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        List<PolicyWarning> warnings = policy.check(null, deadline);
        if (json) {
            console.out().println(Json.of(toMap(warnings)));
        } else {
            console.out().println(policy);
            warnings.forEach(
                    warning -> console.out().println((isNote(warning) ? "note: " : "warning: ") + warning.words()));
        }
        return warnings.stream().allMatch(PolicyCheckCommand::isNote) ? ExitCode.OK : ExitCode.REMARKS;
    }

    private Map<String, Object> toMap(List<PolicyWarning> warnings) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("policy", policy.toString());
        map.put(
                "warnings",
                warnings.stream()
                        .filter(warning -> !isNote(warning))
                        .map(this::toMap)
                        .toList());
        map.put(
                "notes",
                warnings.stream()
                        .filter(PolicyCheckCommand::isNote)
                        .map(this::toMap)
                        .toList());
        return map;
    }

    private Map<String, String> toMap(PolicyWarning warning) {
        Map<String, String> map = new LinkedHashMap<>();
        map.put("code", warning.code().name());
        map.put("words", warning.words());
        return map;
    }

    private static boolean isNote(PolicyWarning warning) {
        return warning.code().isInformation();
    }
}
