package dev.reprise.architecture;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.reprise.architecture.planted.Intruder;
import dev.reprise.internal.Wrappers;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arrows between modules point downwards only. */
class ModuleArrowsTest {

    /** What each module may know besides itself, the JDK and JSpecify: our modules and the libraries' packages. */
    private static final Map<String, Knows> ARROWS = Map.of(
            "reprise-core", new Knows(Set.of(), Set.of()),
            "reprise-testkit", new Knows(Set.of(), Set.of()),
            "reprise-embedded-postgres",
                    new Knows(Set.of(), Set.of("org.postgresql", "org.apache.commons.compress", "org.tukaani.xz")),
            "reprise-jobs",
                    new Knows(
                            Set.of("reprise-core"),
                            Set.of("org.postgresql", "org.slf4j", "tools.jackson.core", "tools.jackson.databind")),
            "reprise-fetch", new Knows(Set.of("reprise-core"), Set.of("org.apache.hc", "tools.jackson.core")),
            "reprise-cli",
                    new Knows(
                            Set.of("reprise-core", "reprise-fetch", "reprise-testkit"),
                            Set.of("picocli", "tools.jackson.core")),
            "reprise-bench",
                    new Knows(
                            Set.of(
                                    "reprise-core",
                                    "reprise-fetch",
                                    "reprise-testkit",
                                    "reprise-embedded-postgres",
                                    "reprise-jobs"),
                            Set.of(
                                    "org.openjdk.jmh",
                                    "io.github.resilience4j",
                                    "dev.failsafe",
                                    "org.springframework",
                                    "com.github.kagkarlsson.scheduler",
                                    "org.jobrunr",
                                    "tools.jackson.databind",
                                    "org.postgresql",
                                    "com.zaxxer.hikari")));

    private static final Set<String> JDK_PACKAGES = ModuleFinder.ofSystem().findAll().stream()
            .flatMap(module -> module.descriptor().packages().stream())
            .collect(toSet());

    @Test
    void every_module_with_code_is_built_and_has_its_arrows_stated() {
        assertThat(Project.MODULES).isNotEmpty();
        for (Module module : Project.MODULES) {
            if (module.hasCode()) {
                assertThat(module.classes())
                        .as("build all modules first: mvn verify")
                        .satisfies(Files::isDirectory)
                        .isDirectoryContaining(file -> true);
                assertThat(ARROWS).containsKey(module.name());
            }
        }
    }

    @Test
    void every_module_whose_arrows_are_stated_exists() {
        assertThat(Project.MODULES).extracting(Module::name).containsAll(ARROWS.keySet());
    }

    @Test
    void every_module_knows_only_what_its_arrows_allow() {
        assertThat(strangers(Project.CLASSES, ARROWS)).isEmpty();
    }

    @Test
    void an_arrow_that_nobody_states_is_found() {
        Map<String, Knows> fewer = Map.of("reprise-fetch", new Knows(Set.of(), Set.of("tools.jackson.core")));

        assertThat(strangers(Project.CLASSES, fewer))
                .anyMatch(line -> line.startsWith("reprise-fetch -> reprise-core: "))
                .anyMatch(line -> line.startsWith("reprise-fetch -> org.apache.hc"))
                .noneMatch(line -> line.startsWith("reprise-fetch -> tools.jackson.core"));
    }

    @Test
    void what_lies_in_an_internal_package_is_used_by_its_own_module_only() {
        assertThat(intrusions(Project.CLASSES)).isEmpty();
    }

    @Test
    void a_class_that_uses_the_internals_of_another_module_is_found() {
        var planted = new ClassFileImporter()
                .importPaths(
                        Project.module("reprise-core").classes(),
                        Project.module("reprise-architecture").testClasses());

        assertThat(intrusions(planted)).contains(Intruder.class.getName() + " uses " + Wrappers.class.getName());
    }

    private static Set<String> strangers(Iterable<JavaClass> classes, Map<String, Knows> arrows) {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : classes) {
            String module = Project.moduleOf(type).orElseThrow();
            Knows knows = arrows.get(module);
            if (knows != null) {
                targets(type)
                        .filter(Predicate.not(target -> knows.allows(module, target)))
                        .forEach(target -> found.add(module + " -> " + home(target) + ": " + type.getName()));
            }
        }
        return found;
    }

    private static Set<String> intrusions(Iterable<JavaClass> classes) {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : classes) {
            String module = Project.moduleOf(type).orElseThrow();
            targets(type)
                    .filter(ModuleArrowsTest::isInternal)
                    .filter(target -> !Project.moduleOf(target).orElse(module).equals(module))
                    .forEach(target -> found.add(type.getName() + " uses " + target.getName()));
        }
        return found;
    }

    private static boolean isInternal(JavaClass type) {
        return (type.getPackageName() + ".").contains(".internal.")
                && type.getPackageName().startsWith("dev.reprise.");
    }

    private static Stream<JavaClass> targets(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream()
                .map(Dependency::getTargetClass)
                .map(JavaClass::getBaseComponentType)
                .filter(target -> !target.isPrimitive());
    }

    private static String home(JavaClass type) {
        return Project.moduleOf(type).orElseGet(type::getPackageName);
    }

    private record Knows(Set<String> modules, Set<String> libraries) {

        boolean allows(String from, JavaClass target) {
            String name = target.getPackageName();
            return Project.moduleOf(target)
                    .map(module -> module.equals(from) || modules.contains(module))
                    .orElseGet(() -> JDK_PACKAGES.contains(name)
                            || name.equals("org.jspecify.annotations")
                            || libraries.stream().anyMatch(library -> (name + ".").startsWith(library + ".")));
        }
    }
}
