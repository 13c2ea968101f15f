package dev.reprise.jobs.worker;

import static dev.reprise.jobs.worker.Rig.TYPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.jobs.store.Claimed;
import dev.reprise.jobs.store.Lane;
import dev.reprise.jobs.store.WorkerSession;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PriorityTest {
    @Test
    void a_stream_of_young_jobs_with_a_head_start_holds_an_old_one_up_for_no_longer_than_that() {
        try (Rig rig = new Rig();
                WorkerSession session = rig.stranger()) {
            List<Lane> lanes = List.of(new Lane("default", TYPE.name(), null));
            UUID old = rig.enqueue("old");
            int round = 0;
            boolean isClaimed = false;
            while (!isClaimed && round < 30) {
                round++;
                rig.advance(Duration.ofMinutes(1));
                for (int i = 0; i < 9; i++) {
                    rig.enqueue("young", o -> o.priority(10));
                }
                isClaimed = session.claim(lanes, 9, Duration.ofHours(1)).stream()
                        .map(Claimed::id)
                        .anyMatch(old::equals);
            }
            // Rounds are a minute apart, and the head start is ten; before that the young ones go first.
            assertThat(round).isBetween(9, 11);
        }
    }
}
