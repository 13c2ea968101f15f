package dev.reprise.cli.process;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Run a command together with everything that it starts, as one thing that can be signalled, awaited and stopped.
 *
 * <p>Java cannot make a process group. On Linux, where we have no controlling terminal (cron, services, build servers),
 * the command is started by {@code setsid} and leads a session and a process group of its own. With a controlling
 * terminal it shares our process group: a session of its own could not ask for a password on {@code /dev/tty}, a group
 * of its own would be stopped as soon as it reads, and Ctrl-Z would stop one without the other. The members are its
 * descendants and, on Linux, all in its session, if it leads one, and all that carry a variable that it is given. Where
 * there is no {@code /proc}, as on macOS, they are its descendants alone.
 */
public final class ProcessGroup {
    private static final AtomicLong MARKS = new AtomicLong();
    private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);
    /** How long a killed process may take to end; one in the middle of a device's work may take for ever. */
    private static final Duration AFTER_KILL = Duration.ofSeconds(5);

    private final Process command;
    private final Members members;
    private final Started started;

    private ProcessGroup(Started started, Members members) {
        this.started = started;
        this.command = started.process();
        this.members = members;
    }

    /**
     * Start a command.
     *
     * @param builder the command, its environment and its streams; it is used up: not to be started again
     * @return the running command
     * @throws IOException if it cannot be started. Where {@code setsid} starts it, that says so itself, on stderr, and
     *     ends with 127 (not found) or 126
     */
    public static ProcessGroup start(ProcessBuilder builder) throws IOException {
        Objects.requireNonNull(builder, "builder");
        boolean atTerminal =
                ProcessTable.self().map(self -> self.terminal() != 0).orElse(true);
        Optional<String> setsid = atTerminal ? Optional.empty() : Executable.onPath("setsid");
        return setsid.isPresent() ? inOwnSession(setsid.get(), builder) : inSharedGroup(builder);
    }

    static ProcessGroup inOwnSession(String setsid, ProcessBuilder builder) throws IOException {
        // Not being the leader of a group, setsid does not fork: the command keeps its process id.
        List<String> words = new ArrayList<>(List.of(setsid, "--"));
        words.addAll(builder.command());
        return start(builder.command(words), true);
    }

    static ProcessGroup inSharedGroup(ProcessBuilder builder) throws IOException {
        return start(builder, false);
    }

    private static ProcessGroup start(ProcessBuilder builder, boolean leadsSession) throws IOException {
        String mark = ProcessHandle.current().pid() + "-" + MARKS.incrementAndGet() + "-"
                + Long.toHexString(System.nanoTime());
        // Only put: an environment that is copied through strings loses bytes that the locale does not know.
        builder.environment().put(Members.MARK, mark);
        Started started = Started.of(builder);
        return new ProcessGroup(started, new Members(started.process(), mark, leadsSession));
    }

    /**
     * Return what the command writes to stdout, and what it started, until the last of them has closed it.
     *
     * @return the stream; empty if stdout was redirected
     */
    public InputStream stdout() {
        return started.stdout();
    }

    /**
     * Return what the command writes to stderr, and what it started, until the last of them has closed it.
     *
     * @return the stream; empty if stderr was redirected
     */
    public InputStream stderr() {
        return started.stderr();
    }

    /**
     * Tell whether the keyboard's signals reach the command without us.
     *
     * @return true if the command is in our process group, and the terminal listens to that
     */
    public boolean hearsTheKeyboard() {
        return members.sharesOurGroup()
                && ProcessTable.self()
                        .map(self -> self.terminal() != 0 && self.foreground() == self.group())
                        .orElse(true);
    }

    /**
     * Send a signal to everybody in the group; without effect if nobody is left.
     *
     * @param name such as {@code TERM} or {@code INT}
     */
    public void signal(String name) {
        members.signal(Objects.requireNonNull(name, "name"));
    }

    /**
     * Wait until the command has ended; what it started may still run.
     *
     * @return its status: 0 to 255, above 128 also 128 and the number of the signal that ended it
     * @throws InterruptedException if the thread is interrupted
     */
    public int await() throws InterruptedException {
        return command.waitFor();
    }

    /**
     * Wait until the command has ended, but not for ever.
     *
     * @param timeout at most this long
     * @return true if it has ended
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean await(Duration timeout) throws InterruptedException {
        return command.waitFor(nanos(timeout), TimeUnit.NANOSECONDS);
    }

    /**
     * Stop the whole group: TERM, and KILL for who is left after a while. Returns when nobody is left.
     *
     * @param grace how long TERM may take
     * @return the command's status; 137 if the system has not ended it 5 s after KILL
     * @throws InterruptedException if the thread is interrupted; the group then gets KILL at once
     */
    public int stop(Duration grace) throws InterruptedException {
        try {
            signal("TERM");
            // Who is stopped (Ctrl-Z) hears TERM only when it goes on.
            signal("CONT");
            if (!awaitNobody(grace)) {
                kill();
            }
        } catch (InterruptedException ended) {
            signal("KILL");
            throw ended;
        }
        return command.isAlive() ? 137 : command.exitValue();
    }

    /** Again and again: who starts others faster than we count has some that one signal misses. */
    private void kill() throws InterruptedException {
        long begun = System.nanoTime();
        do {
            signal("KILL");
        } while (!awaitNobody(LONGEST_PAUSE) && System.nanoTime() - begun < AFTER_KILL.toNanos());
    }

    /**
     * Tell whether anybody still runs, the command itself or what it started.
     *
     * @return true after {@link #stop} only if the system has not ended somebody 5 s after KILL, or we may not
     */
    public boolean isAnybodyLeft() {
        return command.isAlive() || members.isAnybodyLeft();
    }

    private boolean awaitNobody(Duration longest) throws InterruptedException {
        long begun = System.nanoTime();
        // Nothing but asking again tells that the last of the others has ended.
        long pause = FIRST_PAUSE.toNanos();
        while (command.isAlive() || members.isAnybodyLeft()) {
            long left = nanos(longest) - (System.nanoTime() - begun);
            if (left <= 0) {
                return false;
            }
            if (command.isAlive()) {
                command.waitFor(left, TimeUnit.NANOSECONDS);
            } else {
                members.signalNewOrphans("TERM");
                TimeUnit.NANOSECONDS.sleep(Math.min(left, pause));
                pause = Math.min(2 * pause, LONGEST_PAUSE.toNanos());
            }
        }
        return true;
    }

    private static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException centuries) {
            return Long.MAX_VALUE;
        }
    }
}
