package dev.reprise.jobs.postgres;

import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.store.NewJob;
import java.sql.Connection;
import java.util.Iterator;
import java.util.List;

/** Adds jobs. */
@SuppressWarnings("DoNotCallSuggester") // Until its half is written.
record Enqueues(Database database, Runner runner) {
    List<Enqueued> enqueue(List<NewJob> jobs) {
        throw new UnsupportedOperationException("enqueue");
    }

    List<Enqueued> enqueue(Connection connection, List<NewJob> jobs) {
        throw new UnsupportedOperationException("enqueue");
    }

    long copy(Iterator<NewJob> jobs) {
        throw new UnsupportedOperationException("copy");
    }

    long copy(Connection connection, Iterator<NewJob> jobs) {
        throw new UnsupportedOperationException("copy");
    }
}
