package dev.reprise.retry;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Virtual threads, which the Java version of this build does not know by name. */
final class VirtualThreads {
    private VirtualThreads() {}

    static boolean exist() {
        return Runtime.version().feature() >= 21;
    }

    static Thread start(Runnable task) {
        return (Thread) invoke(Thread.class, "startVirtualThread", task);
    }

    static ExecutorService newExecutor() {
        return (ExecutorService) invoke(Executors.class, "newVirtualThreadPerTaskExecutor");
    }

    private static Object invoke(Class<?> type, String method, Object... arguments) {
        Class<?>[] types = arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {Runnable.class};
        try {
            return type.getMethod(method, types).invoke(null, arguments);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
