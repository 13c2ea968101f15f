package dev.reprise.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CallTableTest {
    private static final CallTable.Row SLOW = row("two failures", "slow", false, 300);
    private static final CallTable.Row FAST = row("two failures", "fast", false, 150);
    private static final CallTable.Row LOOP = row("two failures", "bare loop", true, 100);
    private static final CallTable.Row DIRECT = row("success", "direct call", true, 4);

    @Test
    void each_kind_of_call_begins_with_its_yardstick_and_the_fastest_follows() {
        assertThat(new CallTable(List.of(SLOW, FAST, LOOP, DIRECT)).toMarkdown())
                .isEqualTo("""
                | what | who | best ns | ratio | over, ns | median ns | ratio | 99.9 % error | CPU ns | ratio | bytes |
                |---|---|---|---|---|---|---|---|---|---|---|
                | two failures | bare loop | 100.00 | 1.00 | 0.00 | 200.00 | 1.00 | 0.50 | 400.00 | 1.00 | 16 |
                |  | fast | 150.00 | 1.50 | 50.00 | 300.00 | 1.50 | 0.50 | 600.00 | 1.50 | 16 |
                |  | slow | 300.00 | 3.00 | 200.00 | 600.00 | 3.00 | 0.50 | 1200.00 | 3.00 | 16 |
                | success | direct call | 4.00 | 1.00 | 0.00 | 8.00 | 1.00 | 0.50 | 16.00 | 1.00 | 16 |""");
    }

    @Test
    void without_the_yardstick_of_a_kind_there_is_no_table() {
        assertThatThrownBy(() -> new CallTable(List.of(FAST, DIRECT)).toMarkdown())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'two failures'");
    }

    private static CallTable.Row row(String what, String who, boolean yardstick, double nanos) {
        return new CallTable.Row(
                what, who, yardstick, new Measurements.Row(who, "", nanos, 2 * nanos, 2 * nanos, 0.5, 4 * nanos, 16));
    }
}
