package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScheduleCommandTest {
    private static final String FEEDS = "exponential base=15m max=1d jitter=10%";

    @Test
    void csv_with_a_seed_has_the_published_delays_in_column_2() {
        assertThat(Cli.run("schedule", FEEDS, "--seed", "feeds", "-n", "4", "--csv")
                        .data())
                .isEqualTo("""
                        failures,delay_ms,low_ms,high_ms,total_ms
                        1,951542,810000,990000,951542
                        2,1655825,1620000,1980000,2607367
                        3,3624786,3240000,3960000,6232153
                        4,7326701,6480000,7920000,13558854
                        """);
    }

    @Test
    void csv_without_a_seed_has_the_middle_of_the_band() {
        assertThat(Cli.run("schedule", "exponential base=500ms jitter=+250ms", "-n", "3", "--csv")
                        .data())
                .isEqualTo("""
                        failures,delay_ms,low_ms,high_ms,total_ms
                        1,625,500,750,625
                        2,1125,1000,1250,1750
                        3,2125,2000,2250,3875
                        """);
    }

    @Test
    void parts_of_a_millisecond_are_not_lost() {
        assertThat(Cli.run("schedule", "constant 1500us", "-n", "2", "--csv").data())
                .isEqualTo("""
                        failures,delay_ms,low_ms,high_ms,total_ms
                        1,1.5,1.5,1.5,1.5
                        2,1.5,1.5,1.5,3
                        """);
    }

    @Test
    void json_names_the_schedule_the_seed_and_every_row() {
        assertThat(Cli.run("schedule", "exponential  base=900s jitter=10%", "--seed", "feeds", "-n", "1", "--json")
                        .data())
                .isEqualTo(
                        "{\"schedule\":\"exponential base=15m jitter=10%\",\"seed\":\"feeds\",\"rows\":["
                                + "{\"failures\":1,\"delayMs\":951542,\"lowMs\":810000,\"highMs\":990000,\"totalMs\":951542}]}\n");
    }

    @Test
    void the_table_is_aligned_and_ends_with_the_total_wait() {
        assertThat(Cli.run("schedule", FEEDS, "--seed", "feeds", "-n", "4").data())
                .isEqualTo("""
                        exponential base=15m max=1d jitter=10%, drawn from the seed `feeds`

                        failures        delay  lowest  highest          total
                               1  15m51s542ms  13m30s   16m30s    15m51s542ms
                               2  27m35s825ms     27m      33m    43m27s367ms
                               3   1h24s786ms     54m     1h6m  1h43m52s153ms
                               4  2h2m6s701ms   1h48m    2h12m  3h45m58s854ms

                        Total wait over 4 failures: 3h45m58s854ms
                        """);
    }

    @Test
    void the_table_without_a_seed_says_middle() {
        assertThat(Cli.run("schedule", "linear base=1m jitter=50%", "-n", "1").data())
                .isEqualTo("""
                        linear base=1m jitter=50%

                        failures  middle  lowest  highest  total
                               1      1m     30s    1m30s     1m

                        Total wait over 1 failure: 1m
                        """);
    }

    @Test
    void ten_failures_are_shown_unless_told_otherwise() {
        assertThat(Cli.run("schedule", "none", "--csv").data().lines()).hasSize(11);
    }

    @Test
    void a_total_beyond_the_longest_delay_is_still_a_sum() {
        String longest = Cli.run("schedule", "exponential base=100w", "-n", "100", "--csv")
                .data();
        assertThat(longest.lines().skip(100).findFirst())
                .hasValueSatisfying(row -> assertThat(row).startsWith("100,9223372036854.775807,"));
    }
}
