package dev.reprise.cli.process;

import java.util.List;

/**
 * A command that leads a session, and thereby a process group, of its own: {@code setsid} made it so before it became the
 * command, and the id of the group is the command's process id.
 */
final class OwnSession implements Membership {
    private final long group;

    OwnSession(Process leader) {
        this.group = leader.pid();
    }

    @Override
    public boolean isAnybodyLeft() {
        return !ProcessTable.group(group).isEmpty();
    }

    @Override
    public void signal(String name) {
        Kill.send(name, List.of(-group));
    }
}
