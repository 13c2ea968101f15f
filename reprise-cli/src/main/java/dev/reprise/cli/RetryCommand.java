package dev.reprise.cli;

import dev.reprise.policy.RetryPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reprise retry}: any command under a policy. */
@Command(
        name = "retry",
        description = {
            "Runs a command, and runs it again after failures.",
            "Its output streams through; what happened and when the next try is goes to stderr."
        },
        customSynopsis = "reprise retry [OPTIONS] [--] COMMAND [ARGUMENT...]",
        sortOptions = false,
        parameterListHeading = "%n",
        optionListHeading = "%nGeneral:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:an attempt succeeded",
            "1:every attempt ended with 0, but --until-output did not match",
            "2:the command line is refused, and nothing was run",
            "124:the last attempt timed out",
            "125:stdin cannot be buffered, and nothing was run; or what is searched cannot be written",
            "126, 127:the command cannot be executed, or is not found; not retried by itself",
            "129, 130, 143:HUP, INT (Ctrl-C) or TERM came; passed on, and no further attempt",
            "else:that of the last attempt; 128 and the number of the signal that ended it"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  reprise retry -- curl -fsS https://example.org/",
            "  reprise retry --attempts 8 --schedule 'exponential base=1s max=1m' --timeout 30s -- ./sync",
            "  reprise retry --retry-on 75 --budget 10m --report sync.json -- ./sync",
            "  reprise retry --attempts 60 --schedule 'constant 5s' --until-output '^ready$' -- ./status",
            "  reprise retry --hint-from stderr:'(?i)retry-after: (.*)' -- curl -fsSv https://example.org/",
            "  pg_dump shop | reprise retry --stdin buffer -- ./upload",
            "",
            "The command begins at the first word that is no option; what follows is its own. Durations are",
            "500ms, 15s, 1m30s, 2h, 1d, always with their unit. It finds its attempt, from 1, in",
            "REPRISE_ATTEMPT, and the failures so far in REPRISE_FAILURES. Not retried unless --retry-on names",
            "them: 126, 127, 130 (INT), 131 (QUIT), 141 (nobody reads its output)."
        })
final class RetryCommand implements Callable<Integer> {
    private final Console console;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything runs
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "COMMAND", description = "what to run, and its arguments")
    private List<String> words = new ArrayList<>();

    @ArgGroup(validate = false, heading = "%nWhen:%n", order = 1)
    private RetryOptions.Policy policy = new RetryOptions.Policy();

    @ArgGroup(validate = false, heading = "%nWhat:%n", order = 2)
    private RetryOptions.Rules rules = new RetryOptions.Rules();

    @ArgGroup(validate = false, heading = "%nEach attempt:%n", order = 3)
    private RetryOptions.Running running = new RetryOptions.Running();

    @ArgGroup(validate = false, heading = "%nTelling:%n", order = 4)
    private RetryOptions.Output output = new RetryOptions.Output();

    RetryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        RetryPolicy retryPolicy;
        RetryRules retryRules;
        CommandRunner.Spec command;
        ReportFile report = output.report == null ? null : new ReportFile(output.report);
        try {
            retryPolicy = policy.policy();
            retryRules = rules.rules();
            command = running.spec(words, rules);
            if (report != null) {
                report.check();
            }
        } catch (IllegalArgumentException | IllegalStateException refused) {
            throw new ParameterException(spec.commandLine(), String.valueOf(refused.getMessage()), refused);
        }
        boolean verbose = Boolean.TRUE.equals(spec.findOption("-v").getValue());
        RetrySession session = new RetrySession(console, output.quiet, verbose, retryPolicy, retryRules, command);
        CommandStdin stdin;
        try {
            stdin = stdin();
        } catch (IOException unusable) {
            console.err()
                    .println("reprise: stdin cannot be buffered in the temporary folder `"
                            + System.getProperty("java.io.tmpdir") + "` (TMPDIR names another): "
                            + Reason.of(unusable));
            return ExitCode.UNABLE;
        }
        try (stdin) {
            return session.run(stdin, policy.seed, report);
        }
    }

    private CommandStdin stdin() throws IOException {
        return switch (running.stdin) {
            case FIRST -> CommandStdin.first(StdinKind.ofProcess());
            case BUFFER -> CommandStdin.buffer(console.in());
        };
    }
}
