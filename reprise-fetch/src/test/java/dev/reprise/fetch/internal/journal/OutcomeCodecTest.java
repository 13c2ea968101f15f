package dev.reprise.fetch.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OutcomeCodecTest {
    private static String encoded(OutcomeLine line) {
        return new String(OutcomeCodec.encode(line), StandardCharsets.UTF_8);
    }

    @Test
    void a_success_is_one_line_of_json_without_the_fields_that_say_nothing() {
        assertThat(encoded(Lines.success(3)))
                .isEqualTo("{\"v\":1,\"url\":\"http://host3.example/page/3\",\"outcome\":\"success\",\"status\":200,"
                        + "\"retries\":0,\"attempts\":[{\"n\":1,\"at\":\"2026-11-30T12:00:00.000Z\",\"ms\":31,\"status\":200}],"
                        + "\"bytes\":4096,"
                        + "\"digest\":\"sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\","
                        + "\"type\":\"text/html; charset=utf-8\",\"ms\":31,\"run\":\"20261130T120000.000Z-1\"}\n");
    }

    @Test
    void every_field_is_written_in_its_order() {
        OutcomeAttempt attempt = new OutcomeAttempt(2, Lines.NOON, 5, 503, "busy", "retry", 0, "status 503");
        OutcomeLine line = new OutcomeLine(
                "HTTP://a.example",
                "http://a.example/",
                "http://b.example/",
                Outcome.DEFERRED,
                "CRAWL_HTTP_503",
                503,
                1,
                List.of(attempt),
                Lines.NOON.plusMillis(7),
                0,
                "d",
                "t",
                "f",
                9,
                "r");

        assertThat(encoded(line))
                .isEqualTo("{\"v\":1,\"url\":\"HTTP://a.example\",\"norm\":\"http://a.example/\","
                        + "\"finalUrl\":\"http://b.example/\",\"outcome\":\"deferred\",\"tag\":\"CRAWL_HTTP_503\","
                        + "\"status\":503,\"retries\":1,\"attempts\":[{\"n\":2,\"at\":\"2026-11-30T12:00:00.000Z\",\"ms\":5,"
                        + "\"status\":503,\"error\":\"busy\",\"decision\":\"retry\",\"delayMs\":0,\"why\":\"status 503\"}],"
                        + "\"notBefore\":\"2026-11-30T12:00:00.007Z\",\"bytes\":0,\"digest\":\"d\",\"type\":\"t\","
                        + "\"file\":\"f\",\"ms\":9,\"run\":\"r\"}\n");
    }

    @Test
    void what_is_encoded_is_decoded_again() {
        long seed = 99;
        Random random = new Random(seed);
        for (int i = 0; i < 5_000; i++) {
            OutcomeLine line = Lines.random(random);
            String text = encoded(line);
            assertThat(text.indexOf('\n')).as("seed %s, line %s", seed, i).isEqualTo(text.length() - 1);
            assertThat(OutcomeCodec.decode(text))
                    .as("seed %s, line %s", seed, i)
                    .contains(line);
        }
    }

    @Test
    void half_a_surrogate_pair_does_no_harm() {
        OutcomeLine line = new OutcomeLine(
                "http://a.example/\uD83D",
                null,
                null,
                Outcome.FAILED,
                null,
                0,
                0,
                List.of(),
                null,
                -1,
                null,
                null,
                null,
                0,
                "r");

        assertThat(OutcomeCodec.decode(encoded(line))).contains(line);
    }

    @Test
    void a_norm_that_is_the_url_is_left_out_and_the_key_is_the_same() {
        OutcomeLine line = new OutcomeLine(
                "http://a.example/",
                "http://a.example/",
                null,
                Outcome.SKIPPED,
                null,
                0,
                0,
                List.of(),
                null,
                -1,
                null,
                null,
                null,
                0,
                "r");

        assertThat(line.norm()).isNull();
        assertThat(line.key()).isEqualTo("http://a.example/");
        assertThat(encoded(line)).doesNotContain("norm");
    }

    @Test
    void fields_it_does_not_know_are_passed_over() {
        assertThat(OutcomeCodec.decode(
                        "{\"new\":{\"a\":[1,{}]},\"url\":\"u\",\"v\":1,\"outcome\":\"failed\",\"tag\":null,"
                                + "\"attempts\":[{\"at\":\"2026-11-30T12:00:00Z\",\"more\":[[]]}],\"x\":1.5}"))
                .get()
                .satisfies(line -> {
                    assertThat(line.outcome()).isEqualTo(Outcome.FAILED);
                    assertThat(line.tag()).isNull();
                    assertThat(line.attempts()).extracting(OutcomeAttempt::at).containsExactly(Lines.NOON);
                });
    }

    @Test
    void what_is_no_sound_line_is_told_from_one() {
        String sound = "{\"v\":1,\"url\":\"u\",\"outcome\":\"failed\"}";
        assertThat(OutcomeCodec.decode(sound)).isPresent();
        for (String text : List.of(
                "",
                "null",
                "[]",
                "text",
                "{}",
                sound + sound,
                sound + "x",
                sound.substring(1),
                sound.substring(0, sound.length() - 1),
                sound.replace("1", "2"),
                sound.replace("\"v\":1,", ""),
                sound.replace("\"u\"", "1"),
                sound.replace("\"u\"", "null"),
                sound.replace("failed", "lost"),
                sound.replace("}", ",\"status\":\"200\"}"),
                sound.replace("}", ",\"status\":99999999999}"),
                sound.replace("}", ",\"bytes\":99999999999999999999}"),
                sound.replace("}", ",\"notBefore\":\"soon\"}"),
                sound.replace("}", ",\"notBefore\":\"2026-13-30T12:00:00.000Z\"}"),
                sound.replace("}", ",\"notBefore\":\"2026-11-30T24:00:00.000Z\"}"),
                sound.replace("}", ",\"attempts\":{}}"),
                sound.replace("}", ",\"attempts\":[1]}"),
                sound.replace("}", ",\"attempts\":[{}]}"))) {
            assertThat(OutcomeCodec.decode(text)).as(text).isEmpty();
        }
    }

    @Test
    void instants_are_utc_with_milliseconds() {
        InstantText writer = new InstantText();
        assertThat(new String(writer.format(Instant.parse("2024-02-29T23:59:59.999999Z"))))
                .isEqualTo("2024-02-29T23:59:59.999Z");
        assertThat(new String(writer.format(Instant.parse("1969-12-31T23:59:59.001Z"))))
                .isEqualTo("1969-12-31T23:59:59.001Z");
        assertThat(new String(writer.format(Instant.parse("0000-01-01T00:00:00Z"))))
                .isEqualTo("0000-01-01T00:00:00.000Z");
        assertThat(new String(writer.format(Instant.parse("9999-12-31T23:59:59.999Z"))))
                .isEqualTo("9999-12-31T23:59:59.999Z");
        for (Instant instant : List.of(Instant.MIN, Instant.parse("+10000-01-01T00:00:00Z"), Instant.MAX)) {
            assertThatThrownBy(() -> writer.format(instant))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("instant: " + instant + " is not in the years 0 to 9999");
        }
    }

    @Test
    void instants_are_read_as_the_jdk_reads_them() throws DamagedLineException {
        long seed = 5;
        Random random = new Random(seed);
        InstantText writer = new InstantText();
        for (int i = 0; i < 10_000; i++) {
            Instant instant = Instant.ofEpochMilli(random.nextLong() % 60_000_000_000_000L);
            String text = new String(writer.format(instant));
            assertThat(Instant.parse(text)).as("seed " + seed).isEqualTo(instant);
            assertThat(InstantText.parse(text)).as("seed " + seed).isEqualTo(instant);
        }
        assertThat(InstantText.parse("2026-11-30T12:00:00Z")).isEqualTo(Lines.NOON);
    }
}
