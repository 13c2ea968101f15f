package dev.reprise.jobs.worker;

import java.util.concurrent.ThreadFactory;

/** Threads for handlers. */
final class HandlerThreads {
    private HandlerThreads() {}

    /** Virtual threads, which this code cannot name: it is compiled for a JVM that has none. */
    static ThreadFactory virtualIfPossible() {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            Object named = type.getMethod("name", String.class, long.class).invoke(builder, "reprise-job-", 1L);
            return (ThreadFactory) type.getMethod("factory").invoke(named);
        } catch (ReflectiveOperationException noneHere) {
            return LoopThreads.named("job", true);
        }
    }
}
