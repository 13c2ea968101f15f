package dev.reprise.cli.process;

/** Who belongs to a running command, and how a signal gets to all of them. */
sealed interface Membership permits OwnSession, SharedGroup {
    /** Tells whether anybody still runs, the command itself included. */
    boolean isAnybodyLeft();

    /** Sends a signal to everybody. */
    void signal(String name);
}
