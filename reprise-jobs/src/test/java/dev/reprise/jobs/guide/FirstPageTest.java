package dev.reprise.jobs.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** What a stranger copies from the first page of the guide works as it stands; Maven itself is not asked. */
class FirstPageTest {
    private static final String CLASS_PATH =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    @TempDir
    private Path folder;

    @Test
    void the_pom_is_whole_and_names_what_the_class_needs() throws Exception {
        Document pom = parse(Guide.blockBelow("<!-- first-pom -->"));
        Document root = parse(Files.readString(Path.of("../pom.xml")));

        Element project = pom.getDocumentElement();
        assertThat(project.getTagName()).isEqualTo("project");
        assertThat(project.getNamespaceURI()).isEqualTo("http://maven.apache.org/POM/4.0.0");
        assertThat(List.of(text(project, "modelVersion"), text(project, "groupId"), text(project, "artifactId")))
                .containsExactly("4.0.0", "org.example", "first-job");
        assertThat(text(project, "version")).isNotEmpty();
        assertThat(text(child(project, "properties"), "maven.compiler.release")).isEqualTo("17");

        String version = text(root.getDocumentElement(), "version");
        String slf4j = text(child(root.getDocumentElement(), "properties"), "slf4j.version");
        assertThat(dependencies(project))
                .containsExactly(
                        "dev.reprise:reprise-jobs:" + version,
                        "dev.reprise:reprise-embedded-postgres:" + version,
                        "org.slf4j:slf4j-simple:" + slf4j);
    }

    /** The compiler plugin that Maven 3.8 takes by itself ignores the release and fails. */
    @Test
    void the_pom_pins_a_compiler_that_knows_the_release() throws Exception {
        Pattern pinned =
                Pattern.compile("<artifactId>maven-compiler-plugin</artifactId>\\s*<version>([^<]+)</version>");

        assertThat(first(pinned, Guide.blockBelow("<!-- first-pom -->")))
                .isEqualTo(first(pinned, Files.readString(Path.of("../pom.xml"))));
    }

    @Test
    void the_class_compiles_and_runs_in_an_empty_folder() throws Exception {
        Path source = folder.resolve("src/main/java/FirstJob.java");
        Files.createDirectories(source.getParent());
        Files.writeString(
                source,
                Guide.blockBelow("<!-- snippet: reprise-jobs/src/test/java/dev/reprise/jobs/guide/"
                        + "FirstJob.java#first -->"));
        Path classes = Files.createDirectory(folder.resolve("classes"));

        assertThat(compile(source, classes)).as("what javac says").isEmpty();
        List<String> lines = run(classes);

        assertThat(lines)
                .containsSubsequence("attempt 1 fails", "attempt 2 fails", "Hello, Ada!")
                .anyMatch(line -> line.startsWith("retry: attempt 2 of 5 failed, kind TRANSIENT"))
                .endsWith("1 job succeeded");
    }

    private static String compile(Path source, Path classes) {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        List<String> options =
                List.of("--release", "17", "-proc:none", "-classpath", CLASS_PATH, "-d", classes.toString());
        boolean isCompiled = javac.getTask(
                        said,
                        null,
                        null,
                        options,
                        null,
                        javac.getStandardFileManager(null, null, null).getJavaFileObjects(source))
                .call();
        return isCompiled ? "" : "javac refuses: " + said;
    }

    private List<String> run(Path classes) throws IOException, InterruptedException {
        Path said = folder.resolve("said");
        ProcessBuilder command = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classes + System.getProperty("path.separator") + CLASS_PATH,
                        "FirstJob")
                .directory(folder.toFile())
                .redirectOutput(said.toFile())
                .redirectError(folder.resolve("errors").toFile());
        Process java = command.start();
        try {
            assertThat(java.waitFor(5, TimeUnit.MINUTES)).as("it ends").isTrue();
        } finally {
            java.destroyForcibly();
        }
        assertThat(java.exitValue())
                .as(() -> "exit status; it says " + errors())
                .isZero();
        return Files.readAllLines(said);
    }

    private String errors() {
        try {
            return Files.readString(folder.resolve("errors"));
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as("%s is found", pattern).isTrue();
        return matcher.group(1);
    }

    private static Document parse(String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> dependencies(Element project) {
        NodeList all = child(project, "dependencies").getElementsByTagNameNS("*", "dependency");
        List<String> names = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            Element one = (Element) all.item(i);
            names.add(text(one, "groupId") + ":" + text(one, "artifactId") + ":" + text(one, "version"));
        }
        return names;
    }

    private static String text(Element parent, String name) {
        return child(parent, name).getTextContent().strip();
    }

    private static Element child(Element parent, String name) {
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element && element.getTagName().equals(name)) {
                return element;
            }
        }
        throw new AssertionError(parent.getTagName() + " has no " + name);
    }
}
