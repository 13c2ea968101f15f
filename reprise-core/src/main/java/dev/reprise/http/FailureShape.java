package dev.reprise.http;

import static java.lang.invoke.MethodType.methodType;
import static java.util.stream.Collectors.toUnmodifiableMap;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Know where the exceptions of a library keep status and headers, by the names of its classes and getters alone.
 *
 * <p>A path is a chain of getters. The last one of {@code status} gives an int; the last one of {@code header} takes a
 * header's name, in any case, and gives its first value.
 *
 * @param type the class that declares the getters; subclasses are read in the same way
 * @param status the path to the status
 * @param header the path to one header, or empty: the exceptions carry none
 */
record FailureShape(String type, String status, String header) {
    private static final Map<String, FailureShape> TABLE = Stream.of(
                    new FailureShape(
                            "org.springframework.web.client.RestClientResponseException",
                            "getStatusCode.value",
                            "getResponseHeaders.getFirst"),
                    new FailureShape(
                            "org.springframework.web.reactive.function.client.WebClientResponseException",
                            "getStatusCode.value",
                            "getHeaders.getFirst"),
                    new FailureShape(
                            "org.springframework.web.ErrorResponseException",
                            "getStatusCode.value",
                            "getHeaders.getFirst"),
                    new FailureShape("org.apache.hc.client5.http.HttpResponseException", "getStatusCode", ""),
                    new FailureShape("org.apache.http.client.HttpResponseException", "getStatusCode", ""))
            .collect(toUnmodifiableMap(FailureShape::type, shape -> shape));

    private static final MethodType STATUS = methodType(int.class, Throwable.class);
    private static final MethodType HEADER = methodType(String.class, Throwable.class, String.class);

    /**
     * The handles that read a class of failures: none, the status, or the status and a header.
     *
     * <p>A class keeps its value as long as it lives, so the value holds nothing but types of the JDK and of that
     * class: with one of ours in it, a class of the platform would keep our own class loader for ever.
     */
    private static final ClassValue<List<MethodHandle>> HANDLES = new ClassValue<>() {
        @Override
        protected List<MethodHandle> computeValue(Class<?> failure) {
            for (Class<?> type = failure; type != null; type = type.getSuperclass()) {
                FailureShape shape = TABLE.get(type.getName());
                if (shape != null) {
                    return shape.handles(type);
                }
            }
            return List.of();
        }
    };

    static int status(Throwable failure) throws Throwable {
        List<MethodHandle> handles = HANDLES.get(failure.getClass());
        return handles.isEmpty() ? 0 : (int) handles.get(0).invokeExact(failure);
    }

    static @Nullable String header(Throwable failure, String name) throws Throwable {
        List<MethodHandle> handles = HANDLES.get(failure.getClass());
        return handles.size() < 2 ? null : (String) handles.get(1).invokeExact(failure, name);
    }

    List<MethodHandle> handles(Class<?> type) {
        MethodHandle toStatus = handle(type, status, STATUS);
        MethodHandle toHeader = header.isEmpty() ? null : handle(type, header, HEADER);
        if (toStatus == null) {
            return List.of();
        }
        return toHeader == null ? List.of(toStatus) : List.of(toStatus, toHeader);
    }

    /** Chain the getters of a path, or return null if this version of the library has others. */
    private static @Nullable MethodHandle handle(Class<?> type, String path, MethodType end) {
        try {
            MethodHandle chain = MethodHandles.identity(type);
            Class<?> at = type;
            for (Iterator<String> names = List.of(path.split("\\.")).iterator(); names.hasNext(); ) {
                String name = names.next();
                MethodType getter = methodType(
                        void.class,
                        names.hasNext() ? List.of() : end.parameterList().subList(1, end.parameterCount()));
                Class<?> result = at.getMethod(name, getter.parameterArray()).getReturnType();
                // By the public look-up: what a module does not export, or a class does not publish, stays unread.
                MethodHandle step = MethodHandles.publicLookup().findVirtual(at, name, getter.changeReturnType(result));
                chain = MethodHandles.collectArguments(step, 0, chain);
                at = result;
            }
            return chain.asType(end);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError otherVersion) {
            return null;
        }
    }
}
