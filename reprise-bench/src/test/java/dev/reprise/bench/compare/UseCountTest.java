package dev.reprise.bench.compare;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What docs/compare.md counts is what the snippets have. */
class UseCountTest {
    private static final List<Class<? extends FiveUses>> LIBRARIES =
            List.of(RepriseUsesTest.class, Resilience4jUsesTest.class, FailsafeUsesTest.class, SpringUsesTest.class);

    /** The snippets by the words of their rows. */
    private static final Map<String, String> USES = uses();

    @Test
    void the_document_tells_the_counts_of_all_snippets() throws IOException {
        List<String> rows = new ArrayList<>();
        for (Map.Entry<String, String> use : USES.entrySet()) {
            StringBuilder row = new StringBuilder("| ").append(use.getKey()).append(" |");
            for (UseCount count : counts(use.getValue())) {
                row.append(' ').append(count).append(" |");
            }
            rows.add(row.toString());
        }

        assertThat(Files.readString(Path.of("../docs/compare.md"), UTF_8)).contains(String.join("\n", rows));
    }

    @Test
    void no_other_library_needs_fewer_statements_types_or_names_than_ours() throws IOException {
        for (String snippet : USES.values()) {
            List<UseCount> counts = counts(snippet);
            UseCount ours = counts.get(0);

            assertThat(counts).as(snippet).allSatisfy(theirs -> {
                assertThat(ours.statements()).isLessThanOrEqualTo(theirs.statements());
                assertThat(ours.types()).hasSizeLessThanOrEqualTo(theirs.types().size());
                assertThat(ours.names()).hasSizeLessThanOrEqualTo(theirs.names().size());
            });
        }
    }

    @Test
    void our_own_words_cost_as_many_as_the_document_admits() throws IOException {
        UseCount ours = UseCount.of(RepriseUsesTest.class, "own-words");

        assertThat(Files.readString(Path.of("../docs/compare.md"), UTF_8)).contains("(" + ours + ")");
    }

    @Test
    void a_count_knows_statements_types_and_names() throws IOException {
        UseCount ours = UseCount.of(RepriseUsesTest.class, "result");
        UseCount springs = UseCount.of(SpringUsesTest.class, "log");

        assertThat(ours.statements()).isEqualTo(2);
        assertThat(ours.types()).containsExactly("Retrier");
        assertThat(ours.names())
                .containsExactly(
                        "Retrier",
                        "attempts",
                        "backoff",
                        "base",
                        "call",
                        "exponential",
                        "jitter",
                        "rejectIf",
                        "returnLast");
        assertThat(springs.statements()).isEqualTo(6);
        assertThat(springs.types()).contains("RetryListener", "RetryException", "Duration");
        assertThat(springs.names()).contains("onRetryPolicyExhaustion", "setRetryListener");
    }

    private static List<UseCount> counts(String snippet) throws IOException {
        List<UseCount> counts = new ArrayList<>();
        for (Class<?> library : LIBRARIES) {
            counts.add(UseCount.of(library, snippet));
        }
        return counts;
    }

    private static Map<String, String> uses() {
        Map<String, String> uses = new LinkedHashMap<>();
        uses.put("three attempts on an `IOException`", "exception");
        uses.put("retry on a 503 result", "result");
        uses.put("honour `Retry-After`", "retry-after");
        uses.put("a `CompletableFuture`", "future");
        uses.put("log, and tell the two ends apart", "log");
        return uses;
    }
}
