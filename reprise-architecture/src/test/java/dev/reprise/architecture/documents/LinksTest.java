package dev.reprise.architecture.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinksTest {

    @TempDir
    private Path root;

    @BeforeEach
    void write_a_page_to_link_to() throws IOException {
        Files.createDirectories(root.resolve("docs"));
        Files.writeString(
                root.resolve("docs/guide.md"),
                "# The guide: how-to\n\n## Twice\n\n## Twice\n\n```\n# no heading\n```\n");
    }

    @Test
    void links_to_files_folders_headings_and_other_sites_are_fine() throws IOException {
        assertThat(problems("""
                        # Top
                        [a](docs/guide.md), [b](docs), [c](#top), [d](docs/guide.md#the-guide-how-to "title"),
                        [e](docs/guide.md#twice-1), [f](https://example.org/#x), [g](mailto:a@example.org), `[h](code)`
                        """)).isEmpty();
    }

    @Test
    void a_link_to_nothing_is_found() throws IOException {
        assertThat(problems("\n[a](docs/gone.md) and [b](docs/gone.md#x)\n\n[c]: docs/away.md\n"))
                .containsExactly(
                        "page.md:2: docs/gone.md leads to nothing in the project",
                        "page.md:2: docs/gone.md#x leads to nothing in the project",
                        "page.md:4: docs/away.md leads to nothing in the project");
    }

    @Test
    void a_link_out_of_the_project_is_found() throws IOException {
        assertThat(problems("[a](../)\n")).containsExactly("page.md:1: ../ leads to nothing in the project");
    }

    @Test
    void a_link_to_a_heading_that_is_not_there_is_found() throws IOException {
        assertThat(problems("[a](#top)\n[b](docs/guide.md#no-heading)\n"))
                .containsExactly(
                        "page.md:1: #top leads to no heading",
                        "page.md:2: docs/guide.md#no-heading leads to no heading");
    }

    private List<String> problems(String page) throws IOException {
        return Links.problems(root, Markdown.read(Files.writeString(root.resolve("page.md"), page)));
    }
}
