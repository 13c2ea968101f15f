package dev.reprise.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.bench.Measurements.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementsTest {
    private static final Row OURS = new Row("reprise", "10", 6, 7.5, 7.75, 0.125, 6.5, 0.0001);
    private static final Row DRAW = new Row("nextDouble", "", 4.8, 5, 5.25, 0.5, 5, 0);

    @Test
    void the_yardstick_comes_first_and_the_others_are_told_as_its_multiples() {
        assertThat(new Measurements("nextDouble", List.of(OURS, DRAW)).toMarkdown())
                .isEqualTo("""
                        | what | failures | best ns | ratio | median ns | ratio | mean ns | 99.9 % error | bytes |
                        |---|---|---|---|---|---|---|---|---|
                        | nextDouble |  | 4.80 | 1.00 | 5.00 | 1.00 | 5.25 | 0.50 | 0 |
                        | reprise | 10 | 6.00 | 1.25 | 7.50 | 1.50 | 7.75 | 0.13 | 0 |""");
    }

    @Test
    void without_its_yardstick_there_is_no_table() {
        assertThatThrownBy(() -> new Measurements("nextDouble", List.of(OURS)).toMarkdown())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nextDouble");
    }
}
