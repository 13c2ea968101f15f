package dev.reprise.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Starts the {@code reprise} command. */
@Command(
        name = "reprise",
        description = "Decides after a failure whether to try again, when, or never, and says why.",
        versionProvider = Version.class,
        synopsisSubcommandLabel = "VERB",
        commandListHeading = "%nVerbs:%n",
        optionListHeading = "%nOptions:%n",
        footer = {"", "`reprise VERB --help` tells all about a verb. A first look: `reprise demo`."})
public final class Main implements Runnable {
    private static final int HELP_WIDTH = 100;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before anything runs
    private CommandSpec spec;

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "say more, also where an unexpected error comes from")
    private boolean verbose;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "show this help")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "show the version")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean version;

    private Main() {}

    /**
     * Run the command and end the JVM with its exit code.
     *
     * @param arguments the command line
     */
    public static void main(String[] arguments) {
        System.exit(run(Console.ofProcess(), arguments));
    }

    static int run(Console console, String... arguments) {
        Main main = new Main();
        CommandLine line = new CommandLine(main);
        Verb.addTo(line, console, arguments);
        Refusals refusals = new Refusals(console, () -> main.verbose);
        line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        line.setColorScheme(CommandLine.Help.defaultColorScheme(console.isColoured() ? Ansi.AUTO : Ansi.OFF));
        line.setParameterExceptionHandler(refusals);
        line.setExecutionExceptionHandler(refusals);
        // An argument such as @body.json is what it says, not a file of arguments.
        line.setExpandAtFiles(false);
        line.setUsageHelpWidth(HELP_WIDTH);
        try {
            return line.execute(arguments);
        } catch (Error broken) { // picocli hands on exceptions only
            return refusals.broken("reprise", broken);
        } finally {
            console.out().flush();
            console.err().flush();
        }
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no verb is given; allowed are " + Verb.words());
    }
}
