package dev.reprise.cli.process;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;

/** Runs a small command of the system that ends by itself, and whose output does not matter. */
final class Tool {
    private Tool() {}

    /** Returns its status. An interrupt must not cost it its effect: it is kept for later. */
    static int run(List<String> words) throws IOException {
        boolean interrupted = false;
        Process tool = new ProcessBuilder(words)
                .redirectInput(Redirect.from(Devices.NULL))
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        try {
            while (tool.isAlive()) {
                try {
                    tool.waitFor();
                } catch (InterruptedException kept) {
                    interrupted = true;
                }
            }
            return tool.exitValue();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
