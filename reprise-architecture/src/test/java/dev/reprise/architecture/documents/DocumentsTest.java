package dev.reprise.architecture.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.architecture.Project;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the documents show compiles and runs, and their links lead somewhere. */
class DocumentsTest {

    @Test
    void every_java_block_of_a_document_is_cut_from_a_compiled_test() throws IOException {
        List<String> problems = new ArrayList<>();
        int blocks = 0;
        for (Markdown document : documents()) {
            problems.addAll(Snippets.problems(Project.ROOT, document));
            blocks += document.blocks().size();
        }

        assertThat(problems).isEmpty();
        assertThat(blocks).as("fenced blocks").isPositive();
    }

    @Test
    void every_relative_link_of_a_document_leads_somewhere() throws IOException {
        List<String> problems = new ArrayList<>();
        for (Markdown document : documents()) {
            problems.addAll(Links.problems(Project.ROOT, document));
        }

        assertThat(problems).isEmpty();
    }

    private static List<Markdown> documents() throws IOException {
        List<Markdown> documents = new ArrayList<>();
        for (Path file : Markdown.documentsOf(Project.ROOT)) {
            documents.add(Markdown.read(file));
        }
        assertThat(documents)
                .extracting(document -> Project.ROOT.relativize(document.file()).toString())
                .contains("README.md", "docs/README.md");
        return documents;
    }
}
