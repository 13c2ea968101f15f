package dev.reprise.jobs.postgres;

import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.store.NewJob;
import java.sql.Connection;
import java.util.Iterator;
import java.util.List;

/** Adds jobs. */
record Enqueues(Database database, Runner runner) {
    List<Enqueued> enqueue(List<NewJob> jobs) {
        return Unwritten.half("enqueue");
    }

    List<Enqueued> enqueue(Connection connection, List<NewJob> jobs) {
        return Unwritten.half("enqueue");
    }

    long copy(Iterator<NewJob> jobs) {
        return Unwritten.half("copy");
    }

    long copy(Connection connection, Iterator<NewJob> jobs) {
        return Unwritten.half("copy");
    }
}
