package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fetch.FetchProgress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressTextTest {
    private final ProgressText text = new ProgressText();

    @Test
    void tells_what_is_done_how_fast_and_what_is_left() {
        text.add(at(10, 1000, true, 200));
        text.add(at(20, 1000, true, 400));
        assertThat(text.bar(100))
                .isEqualTo("[##########----------] 500/1000  400 ok  60 deferred  40 failed  20.0/s  2 held  ETA 25s");
        assertThat(text.line())
                .isEqualTo("500 of 1000 done: 400 ok, 60 deferred, 40 failed; 20.0/s, 2 hosts held, ETA 25s");
    }

    @Test
    void a_list_that_is_still_read_has_no_end_yet() {
        text.add(at(10, 800, false, 300));
        assertThat(text.line()).startsWith("400 of 800+ done").doesNotContain("ETA");
    }

    @Test
    void what_earlier_runs_did_is_no_speed() {
        text.add(new FetchProgress(1000, true, 900, 10, 0, 0, 10, 1, 0, Duration.ofSeconds(10)));
        assertThat(text.line()).contains("910 of 1000 done").contains(" 1.0/s").contains("ETA 1m30s");
    }

    @Test
    void an_old_rate_is_forgotten() {
        text.add(at(1, 1000, true, 100));
        for (int second = 100; second <= 112; second++) {
            text.add(at(second, 1000, true, 300 + second));
        }
        assertThat(text.line()).contains(" 1.0/s");
    }

    @Test
    void nothing_done_has_no_rate_and_no_end() {
        text.add(new FetchProgress(0, false, 0, 0, 0, 0, 0, 0, 0, Duration.ZERO));
        assertThat(text.line()).isEqualTo("0 of 0+ done: 0 ok, 0 deferred, 0 failed; 0.0/s, 0 hosts held");
        assertThat(text.bar(100)).startsWith("[--------------------] 0/0+");
    }

    @Test
    void a_bar_never_exceeds_the_width() {
        text.add(at(10, 1000, true, 200));
        assertThat(text.bar(30)).hasSize(30);
        assertThat(text.bar(0)).isEmpty();
    }

    private static FetchProgress at(int second, int urls, boolean listRead, int success) {
        return new FetchProgress(urls, listRead, 0, success, 40, 60, 900, 7, 2, Duration.ofSeconds(second));
    }
}
