package dev.reprise.cli;

/** What the command's exit codes mean. */
final class ExitCode {
    static final int OK = 0;
    /** A bug of the command itself. */
    static final int BROKEN = 1;

    static final int USAGE = 2;
    /** Of {@code policy check}: there are warnings. Of {@code fetch}: all is done, some failed for good. */
    static final int REMARKS = 3;
    /** Work is left for a later run. */
    static final int LEFT = 4;
    /** The list or the journal cannot be used. */
    static final int UNUSABLE = 6;
    /** Of {@code retry}: it cannot begin. Not one of the codes above, which are those of commands, too. */
    static final int UNABLE = 125;
    /** 128 and the number of SIGINT. */
    static final int INTERRUPTED = 130;
    /** 128 and the number of SIGTERM. */
    static final int TERMINATED = 143;

    private ExitCode() {}
}
