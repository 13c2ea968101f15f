package dev.reprise.bench.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ProgressTest {

    @Test
    void is_complete_when_all_jobs_ended() throws InterruptedException {
        Progress progress = new Progress(10, 2);

        progress.ended(9);
        assertThat(progress.isComplete()).isFalse();
        progress.ended(4);
        assertThat(progress.isComplete()).isTrue();
        progress.await();
    }

    @Test
    void every_slice_has_its_rate() {
        Progress progress = new Progress(10, 2);

        progress.ended(4);
        progress.ended(4);
        progress.ended(2);

        assertThat(progress.rate()).isPositive().isFinite();
        assertThat(progress.rateOf(0)).isPositive().isFinite();
        assertThat(progress.rateOf(1)).isPositive().isFinite();
        assertThat(2 / progress.rate()).isCloseTo(1 / progress.rateOf(0) + 1 / progress.rateOf(1), within(1e-9));
    }

    @Test
    void a_failure_of_the_worker_ends_the_wait() {
        Progress progress = new Progress(10, 1);
        progress.ended(3);
        progress.failed(new IllegalArgumentException("why"));

        assertThatThrownBy(progress::await)
                .hasMessage("the worker failed after 3 jobs")
                .hasRootCauseMessage("why");
    }

    @Test
    void refuses_slices_that_are_not_equal() {
        assertThatThrownBy(() -> new Progress(10, 3)).hasMessage("10 jobs cannot be cut into 3 equal slices");
    }
}
