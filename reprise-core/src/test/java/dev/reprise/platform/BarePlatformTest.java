package dev.reprise.platform;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.policy.RetryClassifiers;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hc.client5.http.HttpResponseException;
import org.junit.jupiter.api.Test;

/** The classifiers in JVMs of their own, as a module or not, with the optional modules of the platform or without. */
class BarePlatformTest {
    private static final List<String> CLASSIFIED = List.of(
            "RetryOverride TRANSIENT", "null", "RetryOverride TRANSIENT hint PT7S", "RetryOverride NON_RETRYABLE");

    @Test
    void classifiers_work_on_the_class_path_without_the_optional_modules() throws Exception {
        List<String> printed = run(
                "--limit-modules=java.base",
                "-cp",
                pathOf(RetryClassifiers.class) + File.pathSeparator + pathOfProbe());

        assertThat(printed).startsWith(CLASSIFIED.toArray(String[]::new));
        assertThat(printed)
                .endsWith(
                        "response of java.net.http: 0",
                        "in a named module: false",
                        "java.sql: false",
                        "java.net.http: false");
    }

    @Test
    void classifiers_work_as_a_module_without_the_optional_modules() throws Exception {
        List<String> printed = run(
                "--module-path=" + pathOf(RetryClassifiers.class),
                "--add-modules=dev.reprise.core",
                "--limit-modules=dev.reprise.core",
                "-cp",
                pathOfProbe());

        assertThat(printed).startsWith(CLASSIFIED.toArray(String[]::new));
        assertThat(printed)
                .endsWith(
                        "response of java.net.http: 0",
                        "in a named module: true",
                        "java.sql: false",
                        "java.net.http: false");
    }

    @Test
    void classifiers_work_as_a_module_on_the_whole_platform() throws Exception {
        List<String> printed = run(
                "--module-path=" + pathOf(RetryClassifiers.class),
                "--add-modules=dev.reprise.core",
                "-cp",
                pathOfProbe());

        assertThat(printed).startsWith(CLASSIFIED.toArray(String[]::new));
        assertThat(printed)
                .endsWith(
                        "response of java.net.http: 503",
                        "in a named module: true",
                        "java.sql: true",
                        "java.net.http: true");
    }

    private static List<String> run(String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.add(ClassifierProbe.class.getName());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed.lines().toList();
    }

    private static String pathOfProbe() throws ClassNotFoundException {
        Class<?> core = Class.forName("org.apache.hc.core5.http.HttpException");
        return Stream.of(ClassifierProbe.class, HttpResponseException.class, core)
                .map(BarePlatformTest::pathOf)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String pathOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
