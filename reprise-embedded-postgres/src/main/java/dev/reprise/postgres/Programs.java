package dev.reprise.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts PostgreSQL's programs: with an environment that does not depend on the user's, and not as root. */
final class Programs {
    private final Path bin;
    private final List<String> prefix;

    private Programs(Path bin, List<String> prefix) {
        this.bin = bin;
        this.prefix = prefix;
    }

    static Programs of(Path binaries) {
        return new Programs(binaries.resolve("bin"), Root.prefix());
    }

    Path bin() {
        return bin;
    }

    /** Prepares a program without input. */
    ProcessBuilder prepare(String program, List<String> arguments) {
        List<String> command = new ArrayList<>(prefix);
        command.add(bin.resolve(program).toString());
        command.addAll(arguments);
        return quiet(command);
    }

    /** Runs a program to its end and returns what it wrote. */
    static String run(ProcessBuilder prepared) throws IOException, InterruptedException {
        Process process = prepared.redirectErrorStream(true).start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
            int code = process.waitFor();
            if (code != 0) {
                throw new IOException(String.join(" ", prepared.command()) + " ended with " + code + ": " + said);
            }
            return said;
        } finally {
            process.destroyForcibly();
        }
    }

    static void signal(String signal, Process process) throws IOException, InterruptedException {
        if (process.isAlive()) {
            run(quiet(List.of(
                    "sh", "-c", "kill -s \"$0\" \"$1\" || ! kill -0 \"$1\"", signal, String.valueOf(process.pid()))));
        }
    }

    static ProcessBuilder quiet(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectInput(new File("/dev/null"));
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("PG"));
        environment.put("LC_ALL", "C");
        return builder;
    }
}
