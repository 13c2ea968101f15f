package dev.reprise.architecture.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnippetsTest {

    private static final String SOURCE = "core/src/test/java/HelloTest.java";

    @TempDir
    private Path root;

    @BeforeEach
    void write_a_test_with_one_snippet() throws IOException {
        Files.createDirectories(root.resolve(SOURCE).getParent());
        Files.writeString(root.resolve(SOURCE), """
                class HelloTest {
                    void says_hello() {
                        // snippet: hello
                        if (polite) {
                            hello();
                        }
                        // end snippet
                        // snippet: open
                        never();
                    }
                }
                """);
    }

    @Test
    void a_block_that_equals_its_snippet_is_fine_whatever_its_indentation() throws IOException {
        assertThat(problems("""
                        <!-- snippet: core/src/test/java/HelloTest.java#hello -->
                        ```java
                        if (polite) {
                            hello();
                        }
                        ```
                        """)).isEmpty();
    }

    @Test
    void a_block_that_differs_is_found_and_told_what_to_say() throws IOException {
        assertThat(problems("""
                        <!-- snippet: core/src/test/java/HelloTest.java#hello -->
                        ```java
                        hello();
                        ```
                        """))
                .singleElement()
                .asString()
                .startsWith("page.md:2: differs from ")
                .endsWith("which reads:\nif (polite) {\n    hello();\n}");
    }

    @Test
    void a_block_without_a_marker_is_found() throws IOException {
        assertThat(problems("""
                        Some words.

                        ```java
                        hello();
                        ```
                        """))
                .containsExactly("page.md:3: a java block without the line <!-- snippet: PATH#NAME --> above it");
    }

    @Test
    void a_marker_serves_one_block_only() throws IOException {
        assertThat(problems("""
                        <!-- snippet: core/src/test/java/HelloTest.java#hello -->
                        ```java
                        if (polite) {
                            hello();
                        }
                        ```
                        ```java
                        hello();
                        ```
                        """)).singleElement().asString().startsWith("page.md:7: a java block without the line");
    }

    @Test
    void a_snippet_that_is_missing_or_never_ends_is_found() throws IOException {
        for (String name : List.of("goodbye", "open")) {
            assertThat(problems("<!-- snippet: " + SOURCE + "#" + name + " -->\n```java\nnever();\n```\n"))
                    .containsExactly("page.md:2: " + SOURCE + " has 0 snippets " + name + ", not 1");
        }
    }

    @Test
    void a_source_that_no_test_run_compiles_is_found() throws IOException {
        assertThat(problems("<!-- snippet: core/src/main/java/Hello.java#hello -->\n```java\nhello();\n```\n"))
                .containsExactly("page.md:2: core/src/main/java/Hello.java is not a file of a module's src/test/java");
    }

    @Test
    void a_marker_without_a_block_is_found() throws IOException {
        assertThat(problems("<!-- snippet: " + SOURCE + "#hello -->\n```sh\nls\n```\n"))
                .containsExactly("page.md:1: a snippet marker without a java block below it");
    }

    private List<String> problems(String page) throws IOException {
        return Snippets.problems(root, Markdown.read(Files.writeString(root.resolve("page.md"), page)));
    }
}
