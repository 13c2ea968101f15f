package dev.reprise.jobs.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.Lane;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClaimsTest {
    private static final LiveDatabase DATABASE = LiveDatabase.create();
    private static final List<Lane> LANES = List.of(new Lane("default", "t", null));
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final Rows rows = new Rows(DATABASE);
    private final Claims claims = new Claims(DATABASE.database(), DATABASE.runner(), UUID.randomUUID());

    @BeforeEach
    void empty() {
        DATABASE.execute("truncate reprise.job, reprise.job_done, reprise.job_key, reprise.job_attempt");
    }

    /** After oban-bg/oban#532 and #652. */
    @Test
    void a_row_whose_attempts_are_spent_does_not_poison_the_batch() {
        UUID spent = rows.ready();
        DATABASE.execute(
                "update reprise.job set attempt = 32767, max_attempts = 32767,"
                        + " sort_at = clock_timestamp() - interval '1 h' where id = ?",
                spent);
        UUID first = rows.ready();
        UUID second = rows.ready();

        assertThat(claims.claim(LANES, 2, LEASE)).extracting(Claimed::id).containsExactly(first, second);
        assertThat(DATABASE.count("reprise.job where id = ? and state = 1", spent))
                .isOne();
    }

    @Test
    void a_batch_and_a_lease_are_above_zero() {
        assertThatThrownBy(() -> claims.claim(LANES, 0, LEASE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("batch: 0 is not above zero");
        assertThatThrownBy(() -> claims.claim(LANES, 1, Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("lease: PT-1S is not above zero");
    }
}
