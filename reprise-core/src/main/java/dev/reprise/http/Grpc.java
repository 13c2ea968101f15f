package dev.reprise.http;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Read the exceptions of gRPC: a code as the HTTP status that a retry treats alike, a trailer as a header. */
final class Grpc {
    static final Set<String> EXCEPTIONS = Set.of("io.grpc.StatusException", "io.grpc.StatusRuntimeException");

    /** The trailer by which a server says how many milliseconds to wait. */
    static final String PUSHBACK = "grpc-retry-pushback-ms";

    /**
     * The HTTP status by gRPC code, as {@code google/rpc/code.proto} maps them, but where a retry would go wrong.
     *
     * <p>UNIMPLEMENTED would be 501 and DATA_LOSS 500, which pass for transient, and neither goes away: the first is
     * 404, from which gRPC makes UNIMPLEMENTED ({@code doc/http-grpc-status-mapping.md}), the second 410. ABORTED would
     * be 409, which is final; it asks to repeat the read-modify-write, as a serialization failure of a database does,
     * so it is 503.
     */
    private static final int[] STATUSES = {
        200, // OK
        499, // CANCELLED: the caller, mostly, does not want the answer any more
        500, // UNKNOWN
        400, // INVALID_ARGUMENT
        504, // DEADLINE_EXCEEDED
        404, // NOT_FOUND
        409, // ALREADY_EXISTS
        403, // PERMISSION_DENIED
        429, // RESOURCE_EXHAUSTED
        400, // FAILED_PRECONDITION
        503, // ABORTED
        400, // OUT_OF_RANGE
        404, // UNIMPLEMENTED
        500, // INTERNAL
        503, // UNAVAILABLE
        410, // DATA_LOSS
        401, // UNAUTHENTICATED
    };

    private Grpc() {}

    static List<MethodHandle> handles(Class<?> exception) {
        MethodHandle code = Getters.chain(exception, "getStatus.getCode.value");
        if (code == null || code.type().returnType() != int.class) {
            return List.of();
        }
        // A code that gRPC adds one day is outside the array, which throws: no status.
        MethodHandle toStatus = MethodHandles.arrayElementGetter(int[].class).bindTo(STATUSES);
        return Getters.handles(MethodHandles.filterReturnValue(code, toStatus), trailer(exception), null, null);
    }

    /**
     * Read a pushback: a signed 32-bit number of milliseconds (gRPC proposal A6).
     *
     * <p>A negative one, which asks not to retry at all, is no hint, as is anything else.
     */
    static @Nullable Duration pushback(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            int millis = Integer.parseInt(text);
            return millis > 0 ? Duration.ofMillis(millis) : null;
        } catch (NumberFormatException noNumber) {
            return null;
        }
    }

    /** Chain {@code getTrailers().get(Key.of(name, ASCII_STRING_MARSHALLER))}. */
    private static @Nullable MethodHandle trailer(Class<?> exception) {
        MethodHandle trailers = Getters.chain(exception, "getTrailers");
        if (trailers == null) {
            return null;
        }
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> metadata = trailers.type().returnType();
            Class<?> key = Class.forName(metadata.getName() + "$Key", false, metadata.getClassLoader());
            Class<?> marshaller = metadata.getField("ASCII_STRING_MARSHALLER").getType();
            MethodHandle keyOf = MethodHandles.collectArguments(
                    lookup.findStatic(key, "of", MethodType.methodType(key, String.class, marshaller)),
                    1,
                    lookup.findStaticGetter(metadata, "ASCII_STRING_MARSHALLER", marshaller));
            MethodHandle get = lookup.findVirtual(metadata, "get", MethodType.methodType(Object.class, key));
            return MethodHandles.collectArguments(MethodHandles.filterArguments(get, 1, keyOf), 0, trailers);
        } catch (ReflectiveOperationException | RuntimeException | LinkageError otherVersion) {
            return null;
        }
    }
}
