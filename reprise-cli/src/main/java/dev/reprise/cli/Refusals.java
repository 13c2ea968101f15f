package dev.reprise.cli;

import dev.reprise.fetch.FetchUnusableException;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says in one line why a command line is refused or cannot be done, and where help is; never with a stack trace. */
final class Refusals implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final Console console;
    private final BooleanSupplier verbose;

    Refusals(Console console, BooleanSupplier verbose) {
        this.console = console;
        this.verbose = verbose;
    }

    @Override
    public int handleParseException(ParameterException refused, String[] arguments) {
        CommandLine command = refused.getCommandLine();
        console.err().println(name(command) + ": " + reason(refused));
        console.err().println("See `" + name(command) + " --help`.");
        return ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof FetchUnusableException) {
            console.err().println(name(command) + ": " + message(failure));
            return ExitCode.UNUSABLE;
        }
        return broken(name(command), failure);
    }

    /** Reports what should not have happened. */
    int broken(String command, Throwable failure) {
        console.err()
                .println(command + ": unexpected: " + failure + (verbose.getAsBoolean() ? "" : "; -v shows where"));
        if (verbose.getAsBoolean()) {
            failure.printStackTrace(console.err());
        }
        return ExitCode.BROKEN;
    }

    private static String reason(ParameterException refused) {
        if (refused instanceof UnmatchedArgumentException unmatched) {
            return unknown(unmatched);
        }
        if (refused instanceof MissingParameterException missing
                && !missing.getMissing().isEmpty()) {
            return missing.getMissing().stream().map(Refusals::label).collect(Collectors.joining(", ")) + ": missing";
        }
        ArgSpec setting = refused.getArgSpec();
        if (setting != null && refused.getCause() instanceof TypeConversionException wrong) {
            return label(setting) + ": " + wrong.getMessage();
        }
        return message(refused).replaceFirst("^Error: ", "");
    }

    private static String unknown(UnmatchedArgumentException unmatched) {
        String word = unmatched.getUnmatched().get(0);
        CommandSpec command = unmatched.getCommandLine().getCommandSpec();
        Set<String> known = word.startsWith("-")
                ? command.optionsMap().keySet()
                : command.subcommands().keySet();
        String nearest = NearestWord.of(word, known);
        return "unknown " + (word.startsWith("-") ? "option" : "word") + " `" + word + "`"
                + (nearest == null ? "" : "; did you mean `" + nearest + "`?");
    }

    private static String label(ArgSpec setting) {
        return setting instanceof OptionSpec option ? option.longestName() : setting.paramLabel();
    }

    private static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName();
    }

    private static String message(@Nullable Throwable failure) {
        String message = failure == null ? null : failure.getMessage();
        return message == null ? String.valueOf(failure) : message;
    }
}
