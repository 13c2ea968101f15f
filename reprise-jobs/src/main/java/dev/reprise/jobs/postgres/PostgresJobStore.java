package dev.reprise.jobs.postgres;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.Enqueued;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import dev.reprise.jobs.store.CancelResult;
import dev.reprise.jobs.store.JobStore;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.jobs.store.Redrive;
import dev.reprise.jobs.store.RedriveResult;
import dev.reprise.jobs.store.WorkerSession;
import java.sql.Connection;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * Keep jobs in PostgreSQL 14 or later. Needs the tables that {@link Migrations} makes, and makes none by itself.
 *
 * <p>Works through PgBouncer in transaction mode. There notifications do not come through; {@link #listenOn} names a way
 * around, and without one workers poll.
 */
public final class PostgresJobStore implements JobStore {
    private final Database database;
    private final Enqueues enqueues;
    private final Operations operations;
    private final Views views;
    private final Notifications notifications;

    private PostgresJobStore(Database database) {
        this.database = database;
        Runner client = new Runner(new ClientConnections(database.dataSource()), database.schema());
        this.enqueues = new Enqueues(database, client);
        this.operations = new Operations(database, client);
        this.views = new Views(database, client);
        this.notifications = new Notifications(database);
    }

    /**
     * Keep jobs in a database.
     *
     * @param dataSource of the PostgreSQL driver, or a pool of its connections. A client takes one for each call; a worker
     *     reserves one for its heartbeat, one to listen, and one for each of its calls that run at once
     * @return the store, in the schema {@code reprise}
     */
    public static PostgresJobStore on(DataSource dataSource) {
        return new PostgresJobStore(Database.on(dataSource));
    }

    /**
     * Set the schema that holds the tables.
     *
     * @param schema 1 to 41 of a-z, 0-9 and _, the first no digit; {@code reprise} if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the name is not allowed
     */
    public PostgresJobStore schema(String schema) {
        return new PostgresJobStore(new Database(database.dataSource(), database.listenOn(), schema));
    }

    /**
     * Set where a worker listens for notifications: the server itself, where everything else goes through a pooler that
     * does not pass them on.
     *
     * @param direct connections to the server itself; the same data source if not set
     * @return a changed copy
     */
    public PostgresJobStore listenOn(DataSource direct) {
        return new PostgresJobStore(new Database(database.dataSource(), direct, database.schema()));
    }

    @Override
    public List<Enqueued> enqueue(List<NewJob> jobs) {
        List<Enqueued> answers = enqueues.enqueue(jobs);
        notifications.wake();
        return answers;
    }

    @Override
    public List<Enqueued> enqueue(Connection connection, List<NewJob> jobs) {
        return enqueues.enqueue(connection, jobs);
    }

    @Override
    public long copy(Iterator<NewJob> jobs) {
        long count = enqueues.copy(jobs);
        notifications.wake();
        return count;
    }

    @Override
    public long copy(Connection connection, Iterator<NewJob> jobs) {
        return enqueues.copy(connection, jobs);
    }

    @Override
    public void wake() {
        notifications.wake();
    }

    @Override
    public CancelResult cancel(UUID id) {
        CancelResult result = operations.cancel(id);
        if (result instanceof CancelResult.Requested) {
            notifications.wakeForCancel();
        }
        return result;
    }

    @Override
    public RedriveResult redrive(UUID id, Redrive redrive) {
        RedriveResult result = operations.redrive(id, redrive);
        if (result instanceof RedriveResult.Redriven) {
            notifications.wake();
        }
        return result;
    }

    @Override
    public boolean pause(String queue) {
        return operations.pause(queue);
    }

    @Override
    public boolean resume(String queue) {
        boolean wasPaused = operations.resume(queue);
        notifications.wake();
        return wasPaused;
    }

    @Override
    public Set<String> pausedQueues() {
        return operations.pausedQueues();
    }

    @Override
    public Optional<Job> find(UUID id) {
        return views.find(id);
    }

    @Override
    public List<AttemptRecord> history(UUID id) {
        return views.history(id);
    }

    @Override
    public Map<JobState, Long> counts() {
        return views.counts();
    }

    @Override
    public int prune(Duration keep, int atMost) {
        return operations.prune(keep, atMost);
    }

    @Override
    public WorkerSession openSession(UUID worker) {
        return new PostgresSession(database, Objects.requireNonNull(worker, "worker"), notifications);
    }
}
