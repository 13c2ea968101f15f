package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What one command line did.
 *
 * @param code the exit code
 * @param out the data
 * @param err the talk
 */
record Cli(int code, String out, String err) {
    static Cli run(String... arguments) {
        return run("", Map.of(), arguments);
    }

    static Cli run(String stdin, Map<String, String> environment, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(
                new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8)),
                out,
                err,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment,
                false);
        int code = Main.run(console, arguments);
        return new Cli(code, lines(out), lines(err));
    }

    /** Asserts that all went well, and returns the data. */
    String data() {
        assertThat(err).isEmpty();
        assertThat(code).isEqualTo(ExitCode.OK);
        return out;
    }

    private static String lines(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
