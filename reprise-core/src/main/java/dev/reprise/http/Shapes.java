package dev.reprise.http;

import static java.util.stream.Collectors.toUnmodifiableMap;

import java.lang.invoke.MethodHandle;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Read exceptions and responses of libraries that are not there at compile time: the table of their shapes. */
final class Shapes {
    private static final int BAD_REQUEST = 400;
    private static final int TOO_MANY_REQUESTS = 429;

    private static final Map<String, Shape> TABLE = Stream.of(
                    // Exceptions.
                    new Shape(
                            "org.springframework.web.client.RestClientResponseException",
                            "getStatusCode.value",
                            "getResponseHeaders.getFirst"),
                    new Shape(
                            "org.springframework.web.reactive.function.client.WebClientResponseException",
                            "getStatusCode.value",
                            "getHeaders.getFirst"),
                    new Shape(
                            "org.springframework.web.ErrorResponseException",
                            "getStatusCode.value",
                            "getHeaders.getFirst"),
                    new Shape("org.apache.hc.client5.http.HttpResponseException", "getStatusCode", ""),
                    new Shape("org.apache.http.client.HttpResponseException", "getStatusCode", ""),
                    new Shape("retrofit2.HttpException", "code", "response.headers.get"),
                    new Shape("feign.FeignException", "status", "responseHeaders"),
                    // Feign's own decoder drops the headers, and keeps what it made of Retry-After.
                    new Shape("feign.RetryableException", "status", "responseHeaders", "retryAfter", ""),
                    new Shape(
                            "jakarta.ws.rs.WebApplicationException",
                            "getResponse.getStatus",
                            "getResponse.getHeaderString"),
                    new Shape(
                            "javax.ws.rs.WebApplicationException",
                            "getResponse.getStatus",
                            "getResponse.getHeaderString"),
                    // Services of AWS throttle with 400 and an error code; the SDK knows which.
                    new Shape(
                            "software.amazon.awssdk.core.exception.SdkServiceException",
                            "statusCode",
                            "",
                            "",
                            "isThrottlingException"),
                    new Shape(
                            "software.amazon.awssdk.awscore.exception.AwsServiceException",
                            "statusCode",
                            "awsErrorDetails.sdkHttpResponse.firstMatchingHeader",
                            "",
                            "isThrottlingException"),
                    // Responses.
                    new Shape("java.net.http.HttpResponse", "statusCode", "headers.firstValue"),
                    new Shape("okhttp3.Response", "code", "header"),
                    new Shape("retrofit2.Response", "code", "headers.get"),
                    new Shape("feign.Response", "status", "headers"),
                    new Shape("jakarta.ws.rs.core.Response", "getStatus", "getHeaderString"),
                    new Shape("javax.ws.rs.core.Response", "getStatus", "getHeaderString"),
                    new Shape("org.springframework.http.ResponseEntity", "getStatusCode.value", "getHeaders.getFirst"))
            .collect(toUnmodifiableMap(Shape::type, shape -> shape));

    /**
     * The handles that read a class: none, or those to the status, a header, the instant of the retry, and whether a
     * status 400 is a rate limit.
     *
     * <p>A class keeps its value as long as it lives, so the value holds nothing but types of the JDK and of that
     * class: with one of ours in it, a class of the platform would keep our own class loader for ever.
     */
    private static final ClassValue<List<MethodHandle>> HANDLES = new ClassValue<>() {
        @Override
        protected List<MethodHandle> computeValue(Class<?> type) {
            List<MethodHandle> known = find(type);
            return known == null ? List.of() : known;
        }
    };

    private Shapes() {}

    static boolean know(Class<?> type) {
        return !HANDLES.get(type).isEmpty();
    }

    static int status(Object read) throws Throwable {
        List<MethodHandle> handles = HANDLES.get(read.getClass());
        if (handles.isEmpty()) {
            return 0;
        }
        int status = (int) handles.get(0).invokeExact(read);
        return status == BAD_REQUEST && isThrottled(handles.get(3), read) ? TOO_MANY_REQUESTS : status;
    }

    private static boolean isThrottled(MethodHandle throttled, Object read) {
        try {
            return (boolean) throttled.invokeExact(read);
        } catch (Exception broken) {
            return false;
        } catch (Error fatal) {
            throw fatal;
        } catch (Throwable odd) {
            return false;
        }
    }

    static @Nullable String header(Object read, String name) throws Throwable {
        List<MethodHandle> handles = HANDLES.get(read.getClass());
        return handles.isEmpty() ? null : value((Object) handles.get(1).invokeExact(read, name), name);
    }

    static @Nullable Instant retryAt(Object read) throws Throwable {
        List<MethodHandle> handles = HANDLES.get(read.getClass());
        Object at = handles.isEmpty() ? null : (Object) handles.get(2).invokeExact(read);
        if (at instanceof Long millis) {
            return Instant.ofEpochMilli(millis);
        }
        return at instanceof Instant instant ? instant : null;
    }

    @SuppressWarnings("unchecked") // A map of something else throws where it is read, which means: no header.
    private static @Nullable String value(@Nullable Object found, String name) {
        Object value = found instanceof Optional<?> optional ? optional.orElse(null) : found;
        if (value instanceof Map<?, ?> map) {
            return Headers.first((Map<String, ? extends Collection<String>>) map, name);
        }
        return value instanceof String text ? text : null;
    }

    /** Find the shape of a class: its own, else that of an interface, else that of its superclass. */
    private static @Nullable List<MethodHandle> find(Class<?> type) {
        Shape shape = TABLE.get(type.getName());
        if (shape != null) {
            return shape.handles(type);
        }
        if (Grpc.EXCEPTIONS.contains(type.getName())) {
            return Grpc.handles(type);
        }
        for (Class<?> parent : type.getInterfaces()) {
            List<MethodHandle> known = find(parent);
            if (known != null) {
                return known;
            }
        }
        Class<?> parent = type.getSuperclass();
        return parent == null ? null : find(parent);
    }
}
