package dev.reprise.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.reprise.architecture.planted.Sleeper;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Unit tests move a manual clock; they do not sleep. */
class SleepingTestsTest {

    private static final Set<String> SLEEPS = Set.of(
            "java.lang.Thread.sleep",
            "java.util.concurrent.TimeUnit.sleep",
            "java.util.concurrent.locks.LockSupport.parkNanos",
            "java.util.concurrent.locks.LockSupport.parkUntil");

    /** Classes that may sleep because they watch real processes, each with its reason. */
    private static final Map<String, String> MAY_SLEEP = Map.of(
            Sleeper.class.getName(),
            "planted for the test of this scanner",
            "dev.reprise.jobs.postgres.Eventually",
            "looks again and again at what a real server does",
            "dev.reprise.jobs.store.Together",
            "looks again and again at threads that contend for a store",
            "dev.reprise.jobs.worker.Await",
            "looks again and again at a worker's real threads");

    @Test
    void no_test_sleeps_but_those_that_watch_real_processes() {
        assertThat(sleepers(Project.TEST_CLASSES))
                .as("classes that sleep, beside those that may (and each of those does)")
                .containsExactlyInAnyOrderElementsOf(MAY_SLEEP.keySet());
    }

    @Test
    void each_way_to_sleep_is_found() {
        var planted = new ClassFileImporter().importClasses(Sleeper.class);

        assertThat(planted.get(Sleeper.class).getAccessesFromSelf())
                .filteredOn(SleepingTestsTest::sleeps)
                .extracting(access -> access.getOrigin().getName())
                .containsExactlyInAnyOrder("inThread", "inUnits", "parked", "byReference");
    }

    private static Set<String> sleepers(Iterable<JavaClass> classes) {
        Set<String> found = new TreeSet<>();
        for (JavaClass type : classes) {
            if (type.getAccessesFromSelf().stream().anyMatch(SleepingTestsTest::sleeps)) {
                found.add(type.getName());
            }
        }
        return found;
    }

    private static boolean sleeps(JavaAccess<?> access) {
        return SLEEPS.contains(
                access.getTargetOwner().getName() + "." + access.getTarget().getName());
    }
}
