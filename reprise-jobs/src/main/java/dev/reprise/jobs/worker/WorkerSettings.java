package dev.reprise.jobs.worker;

import dev.reprise.jobs.JobCodec;
import dev.reprise.jobs.JobHandler;
import dev.reprise.jobs.JobType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** The settings of a worker; a copy is changed before it is shared, never after. */
final class WorkerSettings implements Cloneable {
    Map<String, Handling<?>> handlings = Map.of();
    int concurrency = 10;

    @Nullable
    List<String> queues;

    Duration pollInterval = Duration.ofSeconds(1);
    Duration lease = Duration.ofSeconds(60);
    Duration heartbeat = Duration.ofSeconds(10);
    Duration maxRetryDelay = Duration.ofHours(24);
    Duration shutdownGrace = Duration.ofSeconds(30);

    @Nullable
    Duration retention = Duration.ofDays(7);

    JobCodec codec = JobCodec.json();
    InstantSource clock = InstantSource.system();

    @Nullable
    ThreadFactory threads;

    WorkerSettings copy() {
        try {
            return (WorkerSettings) clone();
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    <P> void handle(JobType<P> type, JobHandler<? super P> handler, HandlerOptions options) {
        Map<String, Handling<?>> more = new LinkedHashMap<>(handlings);
        if (more.put(type.name(), new Handling<>(type, handler, options)) != null) {
            throw new IllegalArgumentException("handle: " + type + " has a handler already; allowed is one per type");
        }
        handlings = more;
    }

    void checkStartable() {
        if (handlings.isEmpty()) {
            throw new IllegalStateException("handle: no type has a handler; at least one is needed");
        }
    }

    void checkLease() {
        if (lease.compareTo(heartbeat.multipliedBy(3)) < 0) {
            throw new IllegalStateException("lease " + lease + " is shorter than three times heartbeat " + heartbeat
                    + "; one lost beat must not cost a lease");
        }
    }

    /** The queues to claim from: those that were named, else those of the types, and the default one. */
    List<String> effectiveQueues() {
        if (queues != null) {
            return queues;
        }
        Set<String> all = new LinkedHashSet<>();
        handlings.values().forEach(handling -> all.add(handling.type.queue()));
        all.add(JobType.DEFAULT_QUEUE);
        return List.copyOf(all);
    }

    /** A type and who handles it. */
    record Handling<P>(JobType<P> type, JobHandler<? super P> handler, HandlerOptions options) {
        Binding<P> bind(JobCodec codec, Duration maxRetryDelay) {
            return new Binding<>(type, handler, options, codec, maxRetryDelay);
        }
    }
}
