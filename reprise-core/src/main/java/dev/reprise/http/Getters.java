package dev.reprise.http;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turn the public getters of a library into method handles. */
final class Getters {
    private static final MethodType STATUS = methodType(int.class, Object.class);
    private static final MethodType HEADER = methodType(Object.class, Object.class, String.class);
    private static final MethodType RETRY_AT = methodType(Object.class, Object.class);
    private static final MethodType LIMITED = methodType(boolean.class, Object.class);

    private Getters() {}

    /** Make the four handles of {@link Shapes}, or none without a status; of others, a missing one gives null or false. */
    static List<MethodHandle> handles(
            @Nullable MethodHandle status,
            @Nullable MethodHandle header,
            @Nullable MethodHandle retryAt,
            @Nullable MethodHandle limited) {
        MethodHandle toStatus = as(STATUS, status);
        return toStatus == null
                ? List.of()
                : List.of(toStatus, orEmpty(HEADER, header), orEmpty(RETRY_AT, retryAt), orEmpty(LIMITED, limited));
    }

    /** Chain the getters of a path, the last one with these parameters; or return null: it has others. */
    static @Nullable MethodHandle chain(Class<?> type, String path, Class<?>... last) {
        try {
            MethodHandle chain = MethodHandles.identity(type);
            Class<?> at = type;
            for (Iterator<String> names = List.of(path.split("\\.")).iterator(); names.hasNext(); ) {
                String name = names.next();
                MethodType getter = methodType(void.class, names.hasNext() ? List.of() : List.of(last));
                Class<?> result = at.getMethod(name, getter.parameterArray()).getReturnType();
                // By the public look-up: what a module does not export, or a class does not publish, stays unread.
                MethodHandle step = MethodHandles.publicLookup().findVirtual(at, name, getter.changeReturnType(result));
                chain = MethodHandles.collectArguments(step, 0, chain);
                at = result;
            }
            return chain;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError otherVersion) {
            return null;
        }
    }

    private static @Nullable MethodHandle as(MethodType end, @Nullable MethodHandle chain) {
        try {
            return chain == null ? null : chain.asType(end);
        } catch (WrongMethodTypeException otherVersion) {
            return null;
        }
    }

    private static MethodHandle orEmpty(MethodType end, @Nullable MethodHandle chain) {
        MethodHandle handle = as(end, chain);
        return handle == null ? MethodHandles.empty(end) : handle;
    }
}
