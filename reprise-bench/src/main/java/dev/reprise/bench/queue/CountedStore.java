package dev.reprise.bench.queue;

import dev.reprise.jobs.store.EndingVerdict;
import dev.reprise.jobs.store.JobStore;
import dev.reprise.jobs.store.WorkerSession;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.IntConsumer;

/** A store that says how many endings it has committed: hooks would read each job once more. */
record CountedStore(JobStore behind, IntConsumer onEnded) {

    JobStore store() {
        return wrap(JobStore.class, (proxy, method, arguments) -> {
            Object answer = method.invoke(behind, arguments);
            return answer instanceof WorkerSession session ? counted(session) : answer;
        });
    }

    private WorkerSession counted(WorkerSession session) {
        return wrap(WorkerSession.class, (proxy, method, arguments) -> {
            Object answer = method.invoke(session, arguments);
            if (method.getName().equals("end") && answer instanceof List<?> verdicts) {
                onEnded.accept((int) verdicts.stream()
                        .filter(verdict -> verdict instanceof EndingVerdict ending && ending.isApplied())
                        .count());
            }
            return answer;
        });
    }

    private static <T> T wrap(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return handler.invoke(proxy, method, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                }));
    }
}
