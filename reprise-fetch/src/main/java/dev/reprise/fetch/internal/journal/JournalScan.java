package dev.reprise.fetch.internal.journal;

import java.util.List;

/**
 * Say what a reading of a journal met.
 *
 * @param lines how many sound lines there are
 * @param damaged how many terminated lines are no outcome lines
 * @param firstDamaged the first of these, ten at most
 * @param end where the last terminated line ends, in bytes
 * @param tail how many bytes follow it: a line that is being written, or was when its writer died
 */
public record JournalScan(long lines, long damaged, List<Damage> firstDamaged, long end, long tail) {
    /** {@inheritDoc} */
    public JournalScan {
        firstDamaged = List.copyOf(firstDamaged);
    }

    /**
     * Say where a line is damaged, and how.
     *
     * @param offset where the line begins, in bytes
     * @param reason what is wrong, in words
     */
    public record Damage(long offset, String reason) {}
}
