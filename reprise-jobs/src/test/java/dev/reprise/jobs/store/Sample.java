package dev.reprise.jobs.store;

import dev.reprise.jobs.When;
import dev.reprise.policy.RetryKind;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Makes jobs for tests. Their ids rise. */
final class Sample {
    static final String TYPE = "contract.job";
    static final String QUEUE = "default";
    private static final AtomicLong COUNTER = new AtomicLong();

    private UUID id = nextId();
    private String type = TYPE;
    private String queue = QUEUE;
    private int priority;
    private When due = When.NOW;
    private RetryKind kind = RetryKind.TRANSIENT;
    private int maxAttempts = 5;
    private @Nullable String policy;
    private boolean hasOwnPolicy;
    private @Nullable When deadline;
    private @Nullable Duration timeout;
    private List<String> tags = List.of();
    private @Nullable String key;
    private @Nullable Duration window;
    private @Nullable String request;
    private @Nullable Duration remembered;
    private byte[] payload = "{}".getBytes(StandardCharsets.UTF_8);

    private Sample() {}

    static Sample job() {
        return new Sample();
    }

    static UUID nextId() {
        return new UUID(0x0193_0000_0000_7000L, 0x8000_0000_0000_0000L | COUNTER.incrementAndGet());
    }

    Sample id(UUID value) {
        id = value;
        return this;
    }

    Sample type(String value) {
        type = value;
        return this;
    }

    Sample queue(String value) {
        queue = value;
        return this;
    }

    Sample priority(int minutes) {
        priority = minutes;
        return this;
    }

    Sample after(Duration delay) {
        return due(When.after(delay));
    }

    Sample due(When value) {
        due = value;
        return this;
    }

    Sample kind(RetryKind value) {
        kind = value;
        return this;
    }

    Sample maxAttempts(int value) {
        maxAttempts = value;
        return this;
    }

    Sample policy(String text) {
        policy = text;
        return this;
    }

    Sample ownPolicy(String text) {
        hasOwnPolicy = true;
        return policy(text);
    }

    Sample deadline(Duration after) {
        return deadline(When.after(after));
    }

    Sample deadline(When value) {
        deadline = value;
        return this;
    }

    Sample timeout(Duration value) {
        timeout = value;
        return this;
    }

    Sample tags(String... values) {
        tags = List.of(values);
        return this;
    }

    Sample key(String name) {
        key = name;
        return this;
    }

    Sample key(String name, Duration from) {
        window = from;
        return key(name);
    }

    Sample request(String name, Duration from) {
        request = name;
        remembered = from;
        return this;
    }

    Sample payload(byte[] value) {
        payload = value;
        return this;
    }

    NewJob build() {
        return new NewJob(
                id,
                type,
                queue,
                priority,
                due,
                kind,
                maxAttempts,
                policy,
                hasOwnPolicy,
                deadline,
                timeout,
                tags,
                key == null ? null : JobKey.unique(type, key, window),
                request == null || remembered == null ? null : JobKey.idempotency(type, request, remembered),
                payload);
    }

    /** What a sweeper decides about a lapse: when it is due again, or nothing, for a crash. */
    record Lapse(@Nullable Duration delay) {
        static final Lapse CRASH = new Lapse(null);

        static Lapse again(Duration afterLease) {
            return new Lapse(afterLease);
        }

        Reclaim of(Lapsed lapsed) {
            return new Reclaim(
                    lapsed.id(),
                    lapsed.worker(),
                    lapsed.epoch(),
                    lapsed.attempt(),
                    delay,
                    "lease lapsed",
                    delay == null ? "ATTEMPTS_EXHAUSTED" : null,
                    "as the sweeper decided");
        }
    }
}
