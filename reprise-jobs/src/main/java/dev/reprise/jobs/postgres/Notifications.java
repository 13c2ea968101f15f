package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.Subscription;
import dev.reprise.jobs.store.WakeListener;

/** Wakes, and is woken. */
record Notifications(Database database) {
    void wake() {
        // A hint; the poll finds the work.
    }

    Subscription subscribe(WakeListener listener) {
        return Unwritten.half("subscribe");
    }
}
