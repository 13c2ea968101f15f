package dev.reprise.cli.process;

import java.io.File;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Find out before the start whether a command can be started, as {@code execvp} would. */
public final class Executable {
    /** The status of a command that exists but cannot be executed. */
    public static final int CANNOT_EXECUTE = 126;
    /** The status of a command that is not found. */
    public static final int NOT_FOUND = 127;

    private Executable() {}

    /**
     * Look a command up.
     *
     * @param command a path, or a name that is searched in the folders of PATH
     * @param path the value of PATH, or null: the system's usual folders
     * @return 0 if it can be started, else {@link #NOT_FOUND} or {@link #CANNOT_EXECUTE}
     */
    public static int check(String command, @Nullable String path) {
        Objects.requireNonNull(command, "command");
        if (command.isEmpty()) {
            return NOT_FOUND;
        }
        if (command.indexOf('/') >= 0) {
            return check(new File(command));
        }
        int best = NOT_FOUND;
        for (String folder : (path == null ? "/bin:/usr/bin" : path).split(":", -1)) {
            int found = check(new File(folder.isEmpty() ? "." : folder, command));
            if (found == 0) {
                return 0;
            }
            best = Math.min(best, found);
        }
        return best;
    }

    static Optional<String> onPath(String command) {
        return check(command, System.getenv("PATH")) == 0 ? Optional.of(command) : Optional.empty();
    }

    private static int check(File file) {
        if (!file.exists()) {
            return NOT_FOUND;
        }
        return file.isFile() && file.canExecute() ? 0 : CANNOT_EXECUTE;
    }
}
