package dev.reprise.retry;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * After each test of this package: no thread is left that it started, and no task of the shared timer. Found by JUnit
 * by itself; the one timer thread that all calls share may stay, and so may what the JDK and JUnit keep.
 */
public final class NothingLeft implements BeforeEachCallback, AfterEachCallback {
    private static final Namespace STORE = Namespace.create(NothingLeft.class);
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Pools and timers that a whole JVM shares, and that no caller can end. */
    private static final Pattern OF_THE_JVM = Pattern.compile(
            "reprise-timer|ForkJoinPool.*|CompletableFutureDelayScheduler|VirtualThread-.*|HttpClient-.*|Keep-Alive-.*"
                    + "|Common-Cleaner|Cleaner-.*|process reaper|Attach Listener|junit-.*");

    @Override
    public void beforeEach(ExtensionContext context) {
        if (isOurs(context)) {
            context.getStore(STORE).put("threads", threads());
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws InterruptedException {
        if (isOurs(context) && context.getStore(STORE).get("threads") instanceof Set<?> before) {
            List<String> left = left(before, LONGEST_NANOS);
            if (!left.isEmpty()) {
                throw new AssertionError("the test leaves behind: " + left);
            }
        }
    }

    static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet();
    }

    /** Name what is there and was not before, after giving it time to end. */
    static List<String> left(Set<?> before, long longestNanos) throws InterruptedException {
        long end = System.nanoTime() + longestNanos;
        List<String> left = new ArrayList<>();
        for (Thread thread : threads()) {
            if (!before.contains(thread)
                    && !OF_THE_JVM.matcher(thread.getName()).matches()) {
                TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, end - System.nanoTime()));
                if (thread.isAlive()) {
                    left.add(thread.toString());
                }
            }
        }
        SystemTime.pending().forEach(task -> left.add(task.toString()));
        return left;
    }

    private static boolean isOurs(ExtensionContext context) {
        return context.getRequiredTestClass().getPackageName().equals(NothingLeft.class.getPackageName());
    }
}
