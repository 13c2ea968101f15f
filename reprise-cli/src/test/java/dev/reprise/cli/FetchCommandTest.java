package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Answer;
import dev.reprise.testkit.FaultServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FetchCommandTest {
    private final FaultServer server = FaultServer.start();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @AfterEach
    void stop() {
        server.close();
    }

    @Nested
    class A_list_file {
        @Test
        void is_journalled_beside_itself_and_all_done_is_0() throws IOException {
            server.on("/a").answer(Answer.ok("a"));
            Path list = list("/a");
            Cli fetch = Cli.run("fetch", list.toString());
            assertThat(fetch.code()).isEqualTo(ExitCode.OK);
            assertThat(fetch.out()).isEmpty();
            assertThat(Files.readString(folder.resolve("urls.txt.results.jsonl")))
                    .contains("\"outcome\":\"success\"")
                    .hasLineCount(1);
        }

        @Test
        void ends_with_3_if_one_failed_for_good_now_or_before() throws IOException {
            server.on("/a").answer(Answer.ok("a"));
            Path list = list("/a", "/gone");
            assertThat(Cli.run("fetch", list.toString()).code()).isEqualTo(ExitCode.REMARKS);
            assertThat(Cli.run("fetch", list.toString()).code()).isEqualTo(ExitCode.REMARKS);
            assertThat(server.requestCount()).isEqualTo(2);
        }

        @Test
        void ends_with_4_if_work_is_left_and_the_next_run_sends_only_that() throws IOException {
            server.on("/a").answer(Answer.ok("a"));
            server.on("/b").answer(Answer.status(403), Answer.ok("b"));
            Path list = list("/a", "/gone", "/b");
            Cli first = Cli.run("fetch", list.toString());
            assertThat(first.code()).isEqualTo(ExitCode.LEFT);
            assertThat(first.err())
                    .contains("next: run the same command again; it sends the 1 that are left and skips the rest");
            Cli second = Cli.run("fetch", list.toString());
            assertThat(second.code()).isEqualTo(ExitCode.REMARKS);
            assertThat(second.err())
                    .contains("3 lines = 0 blank + 0 comments + 0 duplicates + 2 done before + 1 success + 0 failed"
                            + " + 0 deferred + 0 skipped + 0 waiting + 0 not reached");
            assertThat(server.requests("/a")).hasSize(1);
            assertThat(server.requests("/b")).hasSize(2);
        }

        @Test
        void is_asked_anew_with_fresh() throws IOException {
            server.on("/a").answer(Answer.ok("a"));
            Path list = list("/a");
            assertThat(Cli.run("fetch", list.toString()).code()).isEqualTo(ExitCode.OK);
            assertThat(Cli.run("fetch", list.toString(), "--fresh").code()).isEqualTo(ExitCode.OK);
            assertThat(server.requests("/a")).hasSize(2);
        }

        @Test
        void that_does_not_exist_is_unusable_in_one_line() {
            Cli fetch = Cli.run("fetch", folder.resolve("nothing.txt").toString());
            assertThat(fetch.code()).isEqualTo(ExitCode.UNUSABLE);
            assertThat(fetch.err())
                    .startsWith("reprise fetch: ")
                    .contains("nothing.txt")
                    .hasLineCount(1);
        }

        @Test
        void can_have_its_journal_elsewhere() throws IOException {
            server.on("/a").answer(Answer.ok("a"));
            Path journal = folder.resolve("monday.jsonl");
            assertThat(Cli.run("fetch", list("/a").toString(), "-o", journal.toString())
                            .code())
                    .isEqualTo(ExitCode.OK);
            assertThat(journal).isNotEmptyFile();
            assertThat(folder.resolve("urls.txt.results.jsonl")).doesNotExist();
        }

        @Test
        void can_have_its_pages_saved() throws IOException {
            server.on("/a").answer(Answer.ok("the page"));
            Path pages = folder.resolve("pages");
            assertThat(Cli.run("fetch", list("/a").toString(), "--save", pages.toString())
                            .code())
                    .isEqualTo(ExitCode.OK);
            try (Stream<Path> saved = Files.walk(pages).filter(Files::isRegularFile)) {
                assertThat(saved)
                        .singleElement()
                        .satisfies(file -> assertThat(file).hasContent("the page"));
            }
        }
    }

    @Nested
    class Stdout {
        @Test
        void gets_the_outcome_line_of_a_single_url() {
            server.on("/a").answer(Answer.ok("a"));
            Cli fetch = Cli.run("fetch", server.uri("/a").toString());
            assertThat(fetch.code()).isEqualTo(ExitCode.OK);
            assertThat(fetch.out()).hasLineCount(1).contains("\"outcome\":\"success\"");
            assertThat(fetch.err()).contains("1 success");
        }

        @Test
        void gets_the_outcome_lines_of_a_list_from_stdin() {
            server.on("/a").answer(Answer.ok("a"));
            String lines = server.uri("/a") + "\n\n# a comment\n" + server.uri("/a") + "\n";
            Cli fetch = Cli.run(lines, Map.of(), "fetch", "-");
            assertThat(fetch.code()).isEqualTo(ExitCode.OK);
            assertThat(fetch.out()).hasLineCount(1);
            assertThat(fetch.err())
                    .contains("4 lines = 1 blank + 1 comments + 1 duplicates + 0 done before + 1 success");
        }

        @Test
        void gets_the_outcome_lines_of_a_file_if_asked_for() throws IOException {
            server.on("/a").answer(Answer.ok("a"));
            Cli fetch = Cli.run("fetch", list("/a", "/gone").toString(), "-o", "-");
            assertThat(fetch.out()).hasLineCount(2);
            assertThat(folder.resolve("urls.txt.results.jsonl")).doesNotExist();
        }
    }

    @Nested
    class Requests {
        @Test
        void carry_the_headers_and_secrets_of_the_environment() {
            server.on("/a").answer(Answer.ok("a"));
            Cli fetch = Cli.run(
                    "",
                    Map.of("TOKEN", "s3cret"),
                    "fetch",
                    server.uri("/a").toString(),
                    "-H",
                    "Authorization: Bearer env:TOKEN",
                    "-H",
                    "X-Purpose: test",
                    "--user-agent",
                    "checker (ops@example.org)");
            assertThat(server.requests("/a")).singleElement().satisfies(request -> {
                assertThat(request.header("Authorization")).hasValue("Bearer s3cret");
                assertThat(request.header("X-Purpose")).hasValue("test");
                assertThat(request.header("User-Agent")).hasValue("checker (ops@example.org)");
            });
            assertThat(fetch.err()).doesNotContain("warning", "s3cret");
        }

        @Test
        void are_retried_as_often_and_as_late_as_told() {
            server.on("/a").answer(Answer.status(503));
            Cli fetch = Cli.run("fetch", server.uri("/a").toString(), "--retries", "2", "--schedule", "constant 10ms");
            assertThat(fetch.code()).isEqualTo(ExitCode.LEFT);
            assertThat(server.requests("/a")).hasSize(3);
            assertThat(fetch.out()).contains("\"delayMs\":10,");
        }

        @Test
        void end_at_the_time_out_and_the_largest_size() {
            server.on("/late").answer(Answer.ok("a").delay(Duration.ofSeconds(20)));
            server.on("/large").answer(Answer.zeros(70_000));
            assertThat(Cli.run("fetch", server.uri("/late").toString(), "--timeout", "50ms", "--retries", "0")
                            .out())
                    .contains("\"tag\":\"CRAWL_TIMEOUT\"");
            assertThat(Cli.run("fetch", server.uri("/large").toString(), "--max-bytes", "64KiB")
                            .out())
                    .contains("\"tag\":\"TOO_LARGE\"");
        }

        @Test
        void of_a_host_that_asks_for_a_long_wait_are_left_unless_max_wait_allows() {
            server.on("/a").answer(Answer.status(429).retryAfter(Duration.ofSeconds(1)), Answer.ok("a"));
            server.on("/b").answer(Answer.status(429).retryAfter(Duration.ofHours(1)));
            assertThat(Cli.run("fetch", server.uri("/a").toString(), "--max-wait", "1s")
                            .code())
                    .isEqualTo(ExitCode.OK);
            assertThat(Cli.run("fetch", server.uri("/b").toString()).code()).isEqualTo(ExitCode.LEFT);
        }
    }

    @Nested
    class Talk {
        @Test
        void is_silent_with_quiet() throws IOException {
            Cli fetch = Cli.run(
                    "",
                    Map.of("HTTP_PROXY", "http://proxy:3128"),
                    "fetch",
                    list("/gone").toString(),
                    "--quiet");
            assertThat(fetch.err()).isEmpty();
            assertThat(fetch.code()).isEqualTo(ExitCode.REMARKS);
        }

        @Test
        void says_once_that_proxies_are_ignored() throws IOException {
            Map<String, String> environment =
                    Map.of("HTTP_PROXY", "http://proxy:3128", "https_proxy", "x", "ALL_PROXY", "");
            assertThat(Cli.run("", environment, "fetch", list("/gone").toString())
                            .err())
                    .startsWith("note: HTTP_PROXY, https_proxy ignored; requests go out without a proxy\n");
        }

        @Test
        void warns_of_a_secret_in_the_arguments_and_does_not_repeat_it() throws IOException {
            assertThat(Cli.run("fetch", list("/gone").toString(), "-H", "Authorization: Bearer s3cret")
                            .err())
                    .startsWith(
                            "warning: -H Authorization: its value can be read in the list of processes; write env:NAME")
                    .doesNotContain("s3cret");
        }

        @Test
        void tells_the_settings_if_verbose() throws IOException {
            assertThat(Cli.run("fetch", list("/gone").toString(), "-v", "--delay", "5ms")
                            .err())
                    .contains("urls.txt.results.jsonl; 64 in flight, 1 per host, delay 5ms, max wait 1m\n")
                    .contains("3 retries, exponential base=500ms jitter=+250ms\n");
        }
    }

    @Test
    void help_begins_its_examples_politely_and_names_every_exit_code() {
        String help = Cli.run("fetch", "--help").data();
        assertThat(help).containsPattern("Examples:\n  reprise fetch urls.txt --delay 1s\n");
        for (int code : List.of(0, 2, 3, 4, 6, 130, 143)) {
            assertThat(help).containsPattern("(?m)^  .*\\b" + code + "\\b.*   ");
        }
        assertThat(help.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }

    private Path list(String... paths) throws IOException {
        String urls = Stream.of(paths).map(path -> server.uri(path) + "\n").collect(Collectors.joining());
        return Files.writeString(folder.resolve("urls.txt"), urls);
    }
}
