package dev.reprise.cli.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who belongs to a running command: its descendants and, on Linux, whoever is in its session, if it leads one, and
 * whoever carries its mark in the environment: orphans of a descendant that ended, also those that left the session.
 */
final class Members {
    /** The variable that marks what a command starts. */
    static final String MARK = "REPRISE_GROUP";

    private final ProcessHandle command;
    private final String mark;
    private final boolean leadsSession;
    private final Set<ProcessHandle> seen = new LinkedHashSet<>();
    /** Who was sent which signal. */
    private final Map<String, Set<ProcessHandle>> told = new HashMap<>();

    /**
     * Knows the command for a start.
     *
     * @param leadsSession whether {@code setsid} makes it lead a session and a process group before it becomes the command;
     *     else it shares ours, where the terminal treats both as one: each gets Ctrl-C and Ctrl-Z, both may read
     */
    Members(Process command, String mark, boolean leadsSession) {
        this.command = command.toHandle();
        this.mark = mark;
        this.leadsSession = leadsSession;
    }

    boolean sharesOurGroup() {
        return !leadsSession;
    }

    /** Tells whether anybody still runs, the command itself included. */
    boolean isAnybodyLeft() {
        return !running().isEmpty();
    }

    /**
     * Sends a signal to everybody: to a group of their own as a whole, to the others one by one, parents first. A shell
     * whose child has ended before it hears the signal itself goes on to its next line.
     */
    void signal(String name) {
        send(name, running());
    }

    /**
     * Sends a signal to orphans that did not get one yet: their parent started them while it was sent, and ended by it. Who
     * has a parent among the others is that one's business, such as the command that cleans up after TERM.
     */
    void signalNewOrphans(String name) {
        List<ProcessHandle> running = running();
        send(
                name,
                running.stream()
                        .filter(member -> !told(name).contains(member)
                                && member.parent().filter(running::contains).isEmpty())
                        .toList());
    }

    private synchronized Set<ProcessHandle> told(String name) {
        return told.computeIfAbsent(name, none -> ConcurrentHashMap.newKeySet());
    }

    private void send(String name, List<ProcessHandle> receivers) {
        told(name).addAll(receivers);
        Set<Long> targets = new LinkedHashSet<>();
        List<ProcessHandle> others = new ArrayList<>();
        for (ProcessHandle member : receivers) {
            if (leadsSession && isInItsGroup(member)) {
                targets.add(-command.pid());
            } else {
                // Also the command itself, if setsid did not get to its work yet.
                others.add(member);
            }
        }
        boolean isOurs = name.equals("TERM") || name.equals("KILL");
        if (!isOurs) {
            others.forEach(member -> targets.add(member.pid()));
        }
        Kill.send(name, targets);
        // Who left the group just before heard nothing.
        told(name).removeIf(member -> receivers.contains(member) && !others.contains(member) && !isInItsGroup(member));
        if (isOurs) {
            // The JDK makes sure that the id still means this process.
            others.forEach(name.equals("TERM") ? ProcessHandle::destroy : ProcessHandle::destroyForcibly);
        }
    }

    private boolean isInItsGroup(ProcessHandle member) {
        return ProcessTable.of(member.pid())
                .map(entry -> entry.group() == command.pid())
                .orElse(false);
    }

    /** Who was seen once stays a member after its parent ended. */
    private synchronized List<ProcessHandle> running() {
        seen.add(command);
        List.copyOf(seen).forEach(member -> member.descendants().forEach(seen::add));
        long self = ProcessHandle.current().pid();
        for (ProcessTable.Entry entry : ProcessTable.running()) {
            boolean inSession = leadsSession && entry.session() == command.pid();
            if (entry.pid() != self && (inSession || ProcessTable.hasVariable(entry.pid(), MARK, mark))) {
                ProcessHandle.of(entry.pid()).ifPresent(seen::add);
            }
        }
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
