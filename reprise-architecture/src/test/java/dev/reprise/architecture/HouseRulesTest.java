package dev.reprise.architecture;

import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Habits of the house that a machine can check. */
class HouseRulesTest {

    private static final Set<String> LIBRARIES =
            Set.of("reprise-core", "reprise-testkit", "reprise-embedded-postgres", "reprise-jobs", "reprise-fetch");
    private static final int LONGEST_FILE = 400;

    @Test
    void libraries_leave_the_standard_streams_alone() {
        var libraries = Project.CLASSES.that(DescribedPredicate.describe(
                "lie in a library",
                type -> Project.moduleOf(type).filter(LIBRARIES::contains).isPresent()));

        NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.check(libraries);
    }

    @Test
    void nobody_uses_the_calendar_types_of_old() {
        noClasses()
                .should(dependOnClassesThat(DescribedPredicate.describe(
                        "are java.util.Date, java.util.Calendar or java.text.SimpleDateFormat",
                        type -> Set.of("java.util.Date", "java.util.Calendar", "java.text.SimpleDateFormat")
                                .contains(type.getName()))))
                .check(Project.CLASSES);
    }

    /** Due times, leases and deadlines are the store's; what else asks for the time is given a clock that a test can move. */
    @Test
    void the_queue_reads_no_clock_of_the_application_s_but_the_one_it_is_given() {
        noClasses()
                .that()
                .resideInAPackage("dev.reprise.jobs..")
                .should()
                .callMethod(java.time.Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(java.time.Clock.class, "systemUTC")
                .check(Project.CLASSES);
    }

    @Test
    void no_file_is_longer_than_a_file_that_tells_one_thing() {
        List<Path> files = Project.MODULES.stream()
                .flatMap(module -> module.javaFiles().stream())
                .toList();

        assertThat(files).isNotEmpty();
        assertThat(longFiles(files)).isEmpty();
    }

    @Test
    void a_file_that_is_too_long_is_found(@TempDir Path folder) throws IOException {
        Path longest = Files.write(folder.resolve("Longest.java"), Collections.nCopies(LONGEST_FILE, "//"));
        Path tooLong = Files.write(folder.resolve("TooLong.java"), Collections.nCopies(LONGEST_FILE + 1, "//"));

        assertThat(longFiles(List.of(longest, tooLong))).containsExactly(tooLong);
    }

    private static List<Path> longFiles(List<Path> files) {
        return files.stream()
                .filter(file -> Module.linesOf(file).size() > LONGEST_FILE)
                .toList();
    }
}
