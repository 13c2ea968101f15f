package dev.reprise.fetch;

import static dev.reprise.testkit.Answer.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.FaultServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that the guide to lists shows. */
class FetchGuideSnippetsTest {
    @TempDir
    Path folder;

    private boolean again;

    @Test
    void the_first_snippet_fetches_a_list_and_tells_what_is_left() throws Exception {
        try (FaultServer server = FaultServer.start()) {
            server.on("/page").answer(ok("a page"));
            Path urls = Files.writeString(folder.resolve("urls.txt"), server.uri("/page") + "\n");
            Path pages = folder.resolve("pages");

            // snippet: fetch
            FetchSummary summary =
                    Fetch.list(urls).delay(Duration.ofSeconds(1)).save(pages).run();
            if (summary.left() > 0) {
                runAgainTomorrow();
            }
            // end snippet

            assertThat(summary.success()).isEqualTo(1);
            assertThat(again).isFalse();
        }
    }

    private void runAgainTomorrow() {
        again = true;
    }
}
