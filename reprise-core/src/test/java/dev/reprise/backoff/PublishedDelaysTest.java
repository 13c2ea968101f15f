package dev.reprise.backoff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The delays that are promised to stay what they are, from {@code schedules.txt}. */
class PublishedDelaysTest {
    private static final long MS = 1_000_000;

    @TestFactory
    Stream<DynamicTest> an_unjittered_schedule_gives_exactly_the_published_delays() {
        return rows("exact", row -> {
            Backoff schedule = Backoff.parse(row.get(1));
            assertThat(numbers(row.get(2))
                            .map(failures -> schedule.delayNanos((int) failures))
                            .toArray())
                    .containsExactly(numbers(row.get(3)).map(ms -> ms * MS).toArray());
        });
    }

    @TestFactory
    Stream<DynamicTest> a_seeded_schedule_replays_the_published_delays() {
        return rows("seeded", row -> {
            Backoff schedule = Backoff.parse(row.get(1)).random(ReplayRandom.of(row.get(4)));
            assertThat(numbers(row.get(2))
                            .map(failures -> schedule.delayNanos((int) failures))
                            .toArray())
                    .containsExactly(numbers(row.get(3)).map(ms -> ms * MS).toArray());
        });
    }

    @TestFactory
    Stream<DynamicTest> every_draw_lies_in_the_published_band_and_the_draws_fill_it() {
        return rows("band", row -> {
            Backoff schedule = Backoff.parse(row.get(1));
            int failures = Integer.parseInt(row.get(2));
            long[] band = numbers(row.get(3)).map(ms -> ms * MS).toArray();
            SplittableRandom random = new SplittableRandom(20261130);

            long[] draws = Stream.generate(() -> schedule.delayNanos(failures, random))
                    .limit(10_000)
                    .mapToLong(Long::longValue)
                    .sorted()
                    .toArray();

            long tenth = (band[1] - band[0]) / 10;
            assertThat(draws[0]).isBetween(band[0], band[0] + tenth);
            assertThat(draws[draws.length - 1]).isBetween(band[1] - tenth, band[1]);
            BackoffExplanation explanation = schedule.explain(failures);
            assertThat(explanation.lower()).isEqualTo(Duration.ofNanos(band[0]));
            assertThat(explanation.upper()).isEqualTo(Duration.ofNanos(band[1]));
        });
    }

    private static Stream<DynamicTest> rows(String kind, Consumer<List<String>> test) {
        List<List<String>> rows = lines().filter(line -> line.startsWith(kind + " | "))
                .map(line -> List.of(line.split(" \\| ", -1)))
                .toList();
        assertThat(rows).isNotEmpty();
        return rows.stream().map(row -> dynamicTest(row.get(1) + " after " + row.get(2), () -> test.accept(row)));
    }

    private static LongStream numbers(String cell) {
        return Stream.of(cell.split(" ", -1)).mapToLong(Long::parseLong);
    }

    private static Stream<String> lines() {
        try (InputStream in = PublishedDelaysTest.class.getResourceAsStream("schedules.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
