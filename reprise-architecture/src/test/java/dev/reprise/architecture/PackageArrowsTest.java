package dev.reprise.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.reprise.architecture.planted.unmarked.Unmarked;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The arrows between packages: one way in core, no cycles anywhere, one door to each library. */
class PackageArrowsTest {

    /** Each package of core and what it may know of the others. {@code internal} is open to all of them. */
    private static final Map<String, Set<String>> CORE = Map.of(
            "internal", Set.of(),
            "backoff", Set.of("internal"),
            "http", Set.of("internal"),
            "lockout", Set.of("backoff", "internal"),
            "policy", Set.of("backoff", "http", "internal"),
            "batch", Set.of("policy", "backoff", "http", "internal"),
            "retry", Set.of("policy", "backoff", "http", "internal"));

    private static final String HTTP_CLIENT_DOOR = "dev.reprise.fetch.internal.http";

    @Test
    void the_packages_of_core_are_the_stated_ones_and_their_arrows_point_one_way() {
        Map<String, Set<String>> seen = packagesOfCore();

        assertThat(seen).containsOnlyKeys(CORE.keySet());
        seen.forEach(
                (name, known) -> assertThat(known).as("what %s knows", name).isSubsetOf(CORE.get(name)));
    }

    @Test
    void an_arrow_between_packages_of_core_is_seen() {
        assertThat(packagesOfCore().get("lockout")).contains("backoff");
    }

    @Test
    void no_packages_form_a_cycle() {
        slices().matching("dev.reprise.(**)").should().beFreeOfCycles().check(Project.CLASSES);
    }

    @Test
    void one_package_alone_knows_the_http_client() {
        Set<String> knowing = Project.CLASSES.stream()
                .filter(type -> type.getDirectDependenciesFromSelf().stream()
                        .map(Dependency::getTargetClass)
                        .anyMatch(resideInAPackage("org.apache.hc..")))
                .map(JavaClass::getPackageName)
                .collect(toCollection(TreeSet::new));

        assertThat(knowing).containsExactly(HTTP_CLIENT_DOOR);
    }

    @Test
    void every_package_states_that_nothing_is_null_unless_said() {
        assertThat(unmarkedPackages(Project.CLASSES)).isEmpty();
    }

    @Test
    void a_package_that_does_not_state_it_is_found() {
        var planted = new ClassFileImporter().importPackagesOf(Unmarked.class);

        assertThat(unmarkedPackages(planted)).containsExactly("dev.reprise.architecture.planted.unmarked");
    }

    private static Map<String, Set<String>> packagesOfCore() {
        Map<String, Set<String>> seen = new TreeMap<>();
        for (JavaClass type : Project.CLASSES) {
            if (Project.moduleOf(type).orElseThrow().equals("reprise-core") && !isDescriptor(type)) {
                Set<String> known = seen.computeIfAbsent(ours(type), name -> new TreeSet<>());
                type.getDirectDependenciesFromSelf().stream()
                        .map(Dependency::getTargetClass)
                        .map(JavaClass::getBaseComponentType)
                        .filter(target -> target.getPackageName().startsWith("dev.reprise."))
                        .map(PackageArrowsTest::ours)
                        .filter(name -> !name.equals(ours(type)))
                        .forEach(known::add);
            }
        }
        return seen;
    }

    private static Set<String> unmarkedPackages(Iterable<JavaClass> classes) {
        Set<String> unmarked = new TreeSet<>();
        for (JavaClass type : classes) {
            JavaPackage itsPackage = type.getPackage();
            if (!isDescriptor(type)
                    && !isGenerated(type)
                    && !itsPackage.isAnnotatedWith("org.jspecify.annotations.NullMarked")) {
                unmarked.add(itsPackage.getName());
            }
        }
        return unmarked;
    }

    /** JMH writes the code around a benchmark, in a package of its own. */
    private static boolean isGenerated(JavaClass type) {
        return type.getPackageName().endsWith(".jmh_generated");
    }

    private static boolean isDescriptor(JavaClass type) {
        return type.getPackageName().isEmpty();
    }

    /** Names the package below {@code dev.reprise}; its first part alone, so that sub-packages belong to it. */
    private static String ours(JavaClass type) {
        return type.getPackageName().substring("dev.reprise.".length()).split("\\.", 2)[0];
    }
}
