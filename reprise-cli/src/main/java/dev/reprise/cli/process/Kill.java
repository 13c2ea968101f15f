package dev.reprise.cli.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Sends signals by the shell's {@code kill}: the JDK knows two signals and no process groups. */
final class Kill {
    private Kill() {}

    /**
     * Sends a signal; that a target has ended is no error.
     *
     * @param signal such as {@code TERM}
     * @param targets process ids, or negative ids of process groups
     */
    static void send(String signal, Collection<Long> targets) {
        if (targets.isEmpty()) {
            return;
        }
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "kill -s \"$0\" -- \"$@\"", signal));
        targets.forEach(target -> command.add(target.toString()));
        try {
            Tool.run(command);
        } catch (IOException noShell) {
            throw new IllegalStateException("cannot send " + signal + ": " + noShell.getMessage(), noShell);
        }
    }
}
