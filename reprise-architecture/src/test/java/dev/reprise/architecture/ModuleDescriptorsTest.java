package dev.reprise.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Opens;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a module requires and exports changes on purpose only. */
class ModuleDescriptorsTest {

    private static final Path EXPECTED =
            Project.module("reprise-architecture").folder().resolve("src/test/resources/descriptors");

    @ParameterizedTest
    @ValueSource(
            strings = {"reprise-core", "reprise-testkit", "reprise-embedded-postgres", "reprise-jobs", "reprise-fetch"})
    void the_built_descriptor_is_the_stored_one(String module) throws IOException {
        Path stored = EXPECTED.resolve(module + ".txt");
        String built = text(descriptor(Project.module(module)));

        assertThat(built)
                .as(
                        "If the change of %s's descriptor is meant, store this text in %s and tell it in CHANGELOG.md:%n%n%s",
                        module, Project.ROOT.relativize(stored), built)
                .isEqualTo(Files.isRegularFile(stored) ? Files.readString(stored, UTF_8) : "");
    }

    private static ModuleDescriptor descriptor(Module module) {
        return ModuleFinder.of(module.classes()).findAll().stream()
                .findFirst()
                .orElseThrow(() -> new AssertionError(module.name() + " has no built module descriptor"))
                .descriptor();
    }

    private static String text(ModuleDescriptor descriptor) {
        return Stream.of(
                        Stream.of("module " + descriptor.name()),
                        descriptor.requires().stream().map(ModuleDescriptorsTest::line),
                        descriptor.exports().stream().map(ModuleDescriptorsTest::line),
                        descriptor.opens().stream().map(ModuleDescriptorsTest::line),
                        descriptor.uses().stream().map(name -> "uses " + name),
                        descriptor.provides().stream()
                                .map(provides -> "provides " + provides.service() + " with " + provides.providers()))
                .map(lines -> lines.sorted().map(line -> line + "\n").collect(joining()))
                .collect(joining());
    }

    private static String line(Requires requires) {
        return "requires " + words(requires.modifiers()) + requires.name();
    }

    private static String line(Exports exports) {
        return "exports " + exports.source() + to(exports.targets());
    }

    private static String line(Opens opens) {
        return "opens " + opens.source() + to(opens.targets());
    }

    private static String words(Set<Requires.Modifier> modifiers) {
        return modifiers.stream()
                .map(modifier -> modifier.name().toLowerCase(Locale.ROOT) + " ")
                .sorted()
                .collect(joining());
    }

    private static String to(Collection<String> targets) {
        return targets.isEmpty() ? "" : targets.stream().sorted().collect(joining(", ", " to ", ""));
    }
}
