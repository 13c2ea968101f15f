package dev.reprise.jobs.postgres;

import dev.reprise.jobs.store.Subscription;
import dev.reprise.jobs.store.WakeListener;

/** Wakes, and is woken. */
@SuppressWarnings("DoNotCallSuggester") // Until its half is written.
record Notifications(Database database) {
    void wake() {
        // A hint; the poll finds the work.
    }

    Subscription subscribe(WakeListener listener) {
        throw new UnsupportedOperationException("subscribe");
    }
}
