package dev.reprise.jobs.worker;

import dev.reprise.jobs.store.Claimed;
import dev.reprise.policy.RetryKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A claimed job of one type, with what a test sets of it. */
final class ClaimedRow {
    static final UUID JOB = UUID.fromString("00000000-0000-0000-0000-000000000007");

    private int attempt = 1;
    private int epoch = 1;
    private int maxAttempts = 3;
    private int failures;
    private @Nullable RetryKind kind = RetryKind.TRANSIENT;
    private @Nullable String policy;
    private @Nullable Instant deadline;
    private @Nullable Duration timeout;

    ClaimedRow attempt(int value) {
        attempt = value;
        return this;
    }

    ClaimedRow epoch(int value) {
        epoch = value;
        return this;
    }

    ClaimedRow maxAttempts(int value) {
        maxAttempts = value;
        return this;
    }

    ClaimedRow failures(int value) {
        failures = value;
        return this;
    }

    ClaimedRow kind(@Nullable RetryKind value) {
        kind = value;
        return this;
    }

    ClaimedRow policy(String own) {
        policy = own;
        return this;
    }

    ClaimedRow deadline(Instant value) {
        deadline = value;
        return this;
    }

    ClaimedRow timeout(Duration value) {
        timeout = value;
        return this;
    }

    Claimed claimed() {
        return new Claimed(
                JOB,
                "t",
                "default",
                attempt,
                epoch,
                maxAttempts,
                failures,
                kind,
                policy,
                policy != null,
                deadline,
                timeout,
                List.of(),
                Instant.EPOCH,
                new byte[0]);
    }
}
