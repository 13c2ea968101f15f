package dev.reprise.bench.queue;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueueTableTest {
    private final QueueTable table = new QueueTable();

    @Test
    void rows_of_one_task_stand_together_with_their_medians_and_ratios() {
        table.add("drain", "raw", "jobs/s", 1_000);
        table.add("drain", "raw", "jobs/s", 3_000);
        table.add("drain", "raw", "jobs/s", 2_000);
        table.add("claim", "raw", "ms", 0.5);
        table.add("drain", "peer", "jobs/s", 500);

        assertThat(table.toMarkdown("raw").lines())
                .containsExactly(
                        "| what | who | median | unit | to raw | each round |",
                        "|---|---|---|---|---|---|",
                        "| drain | raw | 2,000 | jobs/s | 1.000 | 1,000; 3,000; 2,000 |",
                        "| drain | peer | 500 | jobs/s | 0.250 | 500 |",
                        "| claim | raw | 0.50 | ms | 1.000 | 0.50 |");
    }

    @Test
    void a_task_without_the_yardstick_has_no_ratio() {
        table.add("wake-up", "peer", "ms", 7);

        assertThat(table.toMarkdown("raw")).endsWith("| wake-up | peer | 7.00 | ms |  | 7.00 |");
    }

    @Test
    void the_median_of_an_even_number_lies_in_the_middle() {
        table.add("drain", "raw", "jobs/s", 4);
        table.add("drain", "raw", "jobs/s", 1);

        assertThat(table.rows()).singleElement().returns(2.5, QueueTable.Row::median);
    }
}
