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

    /** Likewise of jobs, whose own package comes as the empty name: the words that all others speak. */
    private static final Map<String, Set<String>> JOBS = Map.of(
            "", Set.of(),
            "store", Set.of(""),
            "internal", Set.of("", "store"),
            "postgres", Set.of("", "store", "internal"),
            "client", Set.of("", "store", "internal", "postgres"),
            "worker", Set.of("", "store", "internal", "postgres"),
            "memory", Set.of("", "store", "internal", "client", "worker"));

    private static final String HTTP_CLIENT_DOOR = "dev.reprise.fetch.internal.http";

    @Test
    void the_packages_of_core_are_the_stated_ones_and_their_arrows_point_one_way() {
        assertArrows(packagesOfCore(), CORE);
    }

    @Test
    void the_packages_of_jobs_are_the_stated_ones_and_their_arrows_point_one_way() {
        assertArrows(packagesOf("reprise-jobs", "dev.reprise.jobs"), JOBS);
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

    private static void assertArrows(Map<String, Set<String>> seen, Map<String, Set<String>> stated) {
        assertThat(seen).containsOnlyKeys(stated.keySet());
        seen.forEach(
                (name, known) -> assertThat(known).as("what %s knows", name).isSubsetOf(stated.get(name)));
    }

    private static Map<String, Set<String>> packagesOfCore() {
        return packagesOf("reprise-core", "dev.reprise");
    }

    /** What each package below a root knows of the others below it; sub-packages belong to the first part of the name. */
    private static Map<String, Set<String>> packagesOf(String module, String root) {
        Map<String, Set<String>> seen = new TreeMap<>();
        for (JavaClass type : Project.CLASSES) {
            if (Project.moduleOf(type).orElseThrow().equals(module) && !isDescriptor(type)) {
                Set<String> known = seen.computeIfAbsent(below(root, type), name -> new TreeSet<>());
                type.getDirectDependenciesFromSelf().stream()
                        .map(Dependency::getTargetClass)
                        .map(JavaClass::getBaseComponentType)
                        .filter(target -> (target.getPackageName() + ".").startsWith(root + "."))
                        .map(target -> below(root, target))
                        .filter(name -> !name.equals(below(root, type)))
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

    /** Names the package below a root; the empty name is the root itself. */
    private static String below(String root, JavaClass type) {
        String name = type.getPackageName();
        return name.equals(root) ? "" : name.substring(root.length() + 1).split("\\.", 2)[0];
    }
}
