package dev.reprise.jobs.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class JobIdsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123Z");

    @Test
    void an_id_is_a_uuid_of_version_7_stamped_with_the_milliseconds() {
        UUID id = new JobIds(InstantSource.fixed(NOON), new SplittableRandom(1)).next();

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(NOON.toEpochMilli());
    }

    @Test
    void ids_of_one_millisecond_differ() {
        JobIds ids = new JobIds(InstantSource.fixed(NOON), new SplittableRandom(1));
        Set<UUID> seen = new HashSet<>();
        for (int i = 0; i < 100_000; i++) {
            seen.add(ids.next());
        }
        assertThat(seen).hasSize(100_000);
    }
}
