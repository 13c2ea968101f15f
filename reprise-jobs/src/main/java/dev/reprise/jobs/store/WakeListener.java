package dev.reprise.jobs.store;

/** Hear what other processes did. Both are hints: they may come late, twice, or never. */
public interface WakeListener {
    /** Jobs may have become ready. */
    void onWork();

    /** Running jobs may have been cancelled. */
    void onCancel();
}
