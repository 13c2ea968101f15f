package dev.reprise.bench.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QueueOptionsTest {
    private static final List<String> EVERYONE = List.of("raw", "JobRunr");

    @Test
    void without_arguments_everything_is_measured_five_times() {
        assertThat(QueueOptions.parse(EVERYONE))
                .isEqualTo(new QueueOptions(Set.of(Scenario.values()), EVERYONE, 5, false));
    }

    @Test
    void arguments_choose() {
        assertThat(QueueOptions.parse(
                        EVERYONE, "--scenarios", "drain,wake-up", "--contenders", "jobrunr", "--rounds", "3", "--json"))
                .isEqualTo(new QueueOptions(Set.of(Scenario.DRAIN, Scenario.WAKE_UP), List.of("JobRunr"), 3, true));
    }

    @Test
    void a_wrong_argument_is_named_with_what_is_allowed() {
        refused("unknown option --round; allowed are --scenarios, --contenders, --rounds, --json", "--round", "3");
        refused("--rounds: `0` is not a number from 1 to 99", "--rounds", "0");
        refused("--rounds needs a value", "--rounds");
        refused(
                "--scenarios: `sleep` is none of [enqueue, drain, backlog, pinned, claim, wake-up, memory]",
                "--scenarios",
                "sleep");
        refused("--contenders: `quartz` is none of [raw, JobRunr]", "--contenders", "raw,quartz");
    }

    private static void refused(String message, String... arguments) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueOptions.parse(EVERYONE, arguments))
                .withMessage(message);
    }
}
