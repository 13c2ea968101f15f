package dev.reprise.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.reprise.backoff.ReplayRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RetryAfterAnyTextTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);
    private static final String[] SEEDS_OF_TEXT = {
        "120",
        "30.5",
        "Mon, 30 Nov 2026 12:00:30 GMT",
        "Monday, 30-Nov-26 12:01:00 GMT",
        "Mon Nov 30 12:02:00 2026",
        "Mon Dec  3 12:02:00 2026"
    };
    private static final String LIKELY = "0123456789.,:- \tMonNovGMT+eE\n\u0000\u0663\ud83d";

    @Test
    void random_text_gives_a_usable_hint_or_none_and_never_throws() {
        assertNeverThrows("any text", 200_000, RetryAfterAnyTextTest::randomText);
    }

    @Test
    void mutated_text_gives_a_usable_hint_or_none_and_never_throws() {
        assertNeverThrows("mutations", 200_000, RetryAfterAnyTextTest::mutatedText);
    }

    private static void assertNeverThrows(String seed, int rounds, TextSource source) {
        RandomGenerator random = ReplayRandom.of(seed);
        int usable = 0;
        for (int round = 0; round < rounds; round++) {
            String text = source.next(random);
            String date = source.next(random);
            try {
                Duration hint = RetryAfter.parse(text, date, NOW);
                if (hint != null) {
                    usable++;
                    assertThat(hint).isPositive().isLessThanOrEqualTo(LONGEST);
                }
            } catch (RuntimeException | AssertionError broken) {
                fail("seed '" + seed + "', round " + round + ", text '" + text + "', date '" + date + "'", broken);
            }
        }
        assertThat(usable).as("seed '%s' reaches usable hints", seed).isPositive();
    }

    private static String randomText(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(12); length > 0; length--) {
            text.append(
                    random.nextInt(4) == 0
                            ? (char) random.nextInt(Character.MAX_VALUE + 1)
                            : LIKELY.charAt(random.nextInt(LIKELY.length())));
        }
        return text.toString();
    }

    private static String mutatedText(RandomGenerator random) {
        StringBuilder text = new StringBuilder(SEEDS_OF_TEXT[random.nextInt(SEEDS_OF_TEXT.length)]);
        for (int edits = random.nextInt(4); edits > 0 && text.length() > 0; edits--) {
            int at = random.nextInt(text.length());
            char c = LIKELY.charAt(random.nextInt(LIKELY.length()));
            switch (random.nextInt(3)) {
                case 0 -> text.setCharAt(at, c);
                case 1 -> text.insert(at, c);
                default -> text.deleteCharAt(at);
            }
        }
        return text.toString();
    }

    @Test
    void every_character_is_read_a_bounded_number_of_times() {
        int length = 1 << 20;
        assertLinear("9".repeat(length));
        assertLinear("0".repeat(length));
        assertLinear("0." + "1".repeat(length));
        assertLinear(" ".repeat(length));
        assertLinear(" ".repeat(length / 2) + "5" + "\t".repeat(length / 2));
        assertLinear("M" + "on".repeat(length / 2));
        assertLinear(SEEDS_OF_TEXT[2] + " ".repeat(length));
        assertLinear(SEEDS_OF_TEXT[2].repeat(length / 29));
    }

    private static void assertLinear(String text) {
        CountingText counting = new CountingText(text);
        RetryAfter.parse(counting, null, NOW);
        assertThat(counting.reads).isLessThanOrEqualTo(3L * text.length() + 100);
    }

    private interface TextSource {
        String next(RandomGenerator random);
    }

    /** Count how often a character is read. */
    private static final class CountingText implements CharSequence {
        private final String text;
        private long reads;

        private CountingText(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            reads++;
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            reads += end - start;
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            reads += text.length();
            return text;
        }
    }
}
