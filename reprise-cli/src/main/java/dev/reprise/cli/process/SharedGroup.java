package dev.reprise.cli.process;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A command in our own process group, where the terminal treats both as one: each gets Ctrl-C and Ctrl-Z, both may read.
 * The members are the command's descendants, and on Linux also whoever carries its mark in the environment: orphans of
 * a descendant that ended. A group cannot be asked for them, others may be in it: the rest of a pipeline, and we.
 */
final class SharedGroup implements Membership {
    /** The variable that marks what a command starts. */
    static final String MARK = "REPRISE_GROUP";

    private final ProcessHandle command;
    private final String mark;
    private final Set<ProcessHandle> seen = new HashSet<>();

    SharedGroup(Process command, String mark) {
        this.command = command.toHandle();
        this.mark = mark;
    }

    @Override
    public boolean isAnybodyLeft() {
        return !members().isEmpty();
    }

    @Override
    public void signal(String name) {
        List<Long> others = new ArrayList<>();
        for (ProcessHandle member : members()) {
            // The JDK makes sure that the id still means this process.
            switch (name) {
                case "TERM" -> member.destroy();
                case "KILL" -> member.destroyForcibly();
                default -> others.add(member.pid());
            }
        }
        Kill.send(name, others);
    }

    /** Who was seen once stays a member after its parent ended. */
    private synchronized List<ProcessHandle> members() {
        seen.add(command);
        List.copyOf(seen).forEach(member -> member.descendants().forEach(seen::add));
        ProcessTable.self().ifPresent(self -> {
            for (ProcessTable.Entry entry : ProcessTable.group(self.group())) {
                if (entry.pid() != self.pid() && ProcessTable.hasVariable(entry.pid(), MARK, mark)) {
                    ProcessHandle.of(entry.pid()).ifPresent(seen::add);
                }
            }
        });
        seen.removeIf(member -> !isRunning(member));
        return List.copyOf(seen);
    }

    /** An orphan that ended may wait for ever for somebody who asks for its status; the JDK calls it alive. */
    private static boolean isRunning(ProcessHandle member) {
        return member.isAlive()
                && ProcessTable.of(member.pid())
                        .map(ProcessTable.Entry::isRunning)
                        .orElse(true);
    }
}
