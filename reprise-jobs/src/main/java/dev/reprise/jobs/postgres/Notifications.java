package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.WakeListener;

/**
 * Wakes, and is woken. A notification is a constant word and never data: a payload can be too long, and whoever listens reads
 * the tables anyway.
 */
final class Notifications {
    static final String WORK = "work";
    static final String CANCEL = "cancel";

    private final Database database;
    private final Hint work;
    private final Hint cancel;

    Notifications(Database database) {
        this.database = database;
        this.work = new Hint(database, WORK);
        this.cancel = new Hint(database, CANCEL);
    }

    /** The channel of a schema. */
    static String channel(Database database) {
        return database.schema() + "_jobs";
    }

    void wake() {
        work.send();
    }

    void wakeForCancel() {
        cancel.send();
    }

    Listening subscribe(WakeListener listener) {
        return Listening.start(database, listener, ListenTimes.DEFAULTS);
    }
}
