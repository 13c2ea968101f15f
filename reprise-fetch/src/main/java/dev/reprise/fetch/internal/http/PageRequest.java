package dev.reprise.fetch.internal.http;

import dev.reprise.fetch.internal.url.FetchUrl;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Ask for one page.
 *
 * @param url what to ask for
 * @param cookies the Cookie header, or null
 * @param sameOrigin false once a redirect left the origin of the list's URL: sensitive headers stay at home
 * @param save where the body of a success goes, or null
 * @param success tells the statuses whose body counts; of any other answer status and headers do, whatever its body
 * @param maySend asked once the connection stands, just before the request goes out
 */
public record PageRequest(
        FetchUrl url,
        @Nullable String cookies,
        boolean sameOrigin,
        @Nullable BodyPlace save,
        IntPredicate success,
        BooleanSupplier maySend) {}
