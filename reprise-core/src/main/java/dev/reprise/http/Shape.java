package dev.reprise.http;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Know where an exception or a response of a library keeps status and headers, by the names of its class and getters
 * alone.
 *
 * <p>A path is a chain of getters; an empty one means that there is none.
 *
 * @param type the class that declares the getters; what extends or implements it is read in the same way
 * @param status the path to the status, an int
 * @param header the path to one header: its last getter takes a header's name, in any case, and gives its first value,
 *     perhaps as an {@code Optional}; or it takes nothing and gives a map from names to collections of values
 * @param retryAt the path to the instant before which not to retry: a {@code Long}, in milliseconds since the epoch, or
 *     what has a {@code toInstant}
 * @param limited the path to a boolean: whether a status 400 is a rate limit
 */
record Shape(String type, String status, String header, String retryAt, String limited) {
    Shape(String type, String status, String header) {
        this(type, status, header, "", "");
    }

    /** Give the handles of {@link Shapes}, or none if this version of the library has another status. */
    List<MethodHandle> handles(Class<?> library) {
        return Getters.handles(
                Getters.chain(library, status), toHeader(library), toRetryAt(library), Getters.chain(library, limited));
    }

    private @Nullable MethodHandle toHeader(Class<?> library) {
        MethodHandle byName = Getters.chain(library, header, String.class);
        if (byName != null) {
            return byName;
        }
        MethodHandle all = Getters.chain(library, header);
        return all == null || !Map.class.isAssignableFrom(all.type().returnType())
                ? null
                : MethodHandles.dropArguments(all, 1, String.class);
    }

    private @Nullable MethodHandle toRetryAt(Class<?> library) {
        MethodHandle instant = Getters.chain(library, retryAt + ".toInstant");
        return instant == null ? Getters.chain(library, retryAt) : instant;
    }
}
