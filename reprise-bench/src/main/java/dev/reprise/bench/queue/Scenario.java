package dev.reprise.bench.queue;

/** What is measured. */
enum Scenario {
    /** Bulk enqueue. */
    ENQUEUE("enqueue"),
    /** Drain of an otherwise empty queue. */
    DRAIN("drain"),
    /** Drain while a million jobs wait. */
    BACKLOG("backlog"),
    /** Many jobs pass while a snapshot keeps the dead rows. */
    PINNED("pinned"),
    /** How long one claim takes, with few jobs waiting and with many. */
    CLAIM("claim"),
    /** How soon an idle worker starts a job. */
    WAKE_UP("wake-up"),
    /** How much heap a worker keeps for each job that runs. */
    MEMORY("memory");

    private final String word;

    Scenario(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }
}
