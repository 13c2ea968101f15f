package dev.reprise.jobs.postgres;

import dev.reprise.jobs.When;
import dev.reprise.jobs.store.AttemptEnding;
import dev.reprise.jobs.store.AttemptEnding.Kind;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.JobKey;
import dev.reprise.jobs.store.NewJob;
import dev.reprise.policy.RetryKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Makes new jobs of the type {@code t}, with rising ids, and endings of what was claimed. */
final class Fresh {
    private static final AtomicLong COUNTER = new AtomicLong();

    private Fresh() {}

    static NewJob job() {
        return job(null, null);
    }

    static NewJob keyed(String key) {
        return job(key, null);
    }

    static NewJob job(@Nullable String key, @Nullable String request) {
        return job(When.NOW, List.of(), key, request);
    }

    static NewJob job(When due, List<String> tags, @Nullable String key, @Nullable String request) {
        return new NewJob(
                new UUID(0x0193_0000_0000_7000L, 0x8000_0000_0000_0000L | COUNTER.incrementAndGet()),
                "t",
                "default",
                7,
                due,
                RetryKind.TRANSIENT,
                3,
                null,
                false,
                When.after(Duration.ofDays(1)),
                Duration.ofSeconds(5),
                tags,
                key == null ? null : JobKey.unique("t", key, null),
                request == null ? null : JobKey.idempotency("t", request, Duration.ofHours(1)),
                "{\"é\":1}".getBytes(StandardCharsets.UTF_8));
    }

    static AttemptEnding ending(Claimed job, Kind kind, @Nullable String error, NewJob... children) {
        return new AttemptEnding(
                job.id(),
                job.epoch(),
                job.attempt(),
                kind,
                Duration.ZERO,
                new byte[] {1},
                error,
                null,
                null,
                null,
                List.of(children));
    }
}
