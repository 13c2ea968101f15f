package dev.reprise.fetch.internal.http;

import dev.reprise.fetch.internal.url.FetchUrl;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ask for one page.
 *
 * @param url what to ask for
 * @param cookies the Cookie header, or null
 * @param sameOrigin false once a redirect left the origin of the list's URL: sensitive headers stay at home
 * @param save where the body of a 2xx answer goes, or null
 * @param maySend asked once the connection stands, just before the request goes out
 */
public record PageRequest(
        FetchUrl url,
        @Nullable String cookies,
        boolean sameOrigin,
        @Nullable Path save,
        BooleanSupplier maySend) {}
