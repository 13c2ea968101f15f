package dev.reprise.fetch.internal.http;

import dev.reprise.fetch.internal.url.FetchUrl;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.cookie.BasicCookieStore;
import org.apache.hc.client5.http.cookie.Cookie;
import org.apache.hc.client5.http.cookie.CookieOrigin;
import org.apache.hc.client5.http.cookie.MalformedCookieException;
import org.apache.hc.client5.http.impl.cookie.RFC6265LaxSpec;
import org.apache.hc.client5.http.psl.PublicSuffixMatcherLoader;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;
import org.jspecify.annotations.Nullable;

/** Keep cookies within the redirects of one attempt, as RFC 6265 says; they die with it. */
public final class Cookies {
    private static final RFC6265LaxSpec SPEC = new RFC6265LaxSpec();

    private final BasicCookieStore store = new BasicCookieStore();

    /** Take what an answer of {@code url} sets; what is malformed or not that host's to set is ignored. */
    public void take(FetchUrl url, List<String> setCookies) {
        CookieOrigin origin = origin(url);
        for (String setCookie : setCookies) {
            for (Cookie cookie : parse(setCookie, origin)) {
                store.addCookie(cookie);
            }
        }
    }

    /** Return the Cookie header for a request to {@code url}, or null. */
    public @Nullable String header(FetchUrl url) {
        CookieOrigin origin = origin(url);
        List<Cookie> matching = new ArrayList<>();
        for (Cookie cookie : store.getCookies()) {
            if (SPEC.match(cookie, origin)) {
                matching.add(cookie);
            }
        }
        if (matching.isEmpty()) {
            return null;
        }
        List<Header> headers = SPEC.formatCookies(matching);
        return headers.isEmpty() ? null : headers.get(0).getValue();
    }

    private static List<Cookie> parse(String setCookie, CookieOrigin origin) {
        try {
            List<Cookie> cookies = new ArrayList<>();
            for (Cookie cookie : SPEC.parse(new BasicHeader("Set-Cookie", setCookie), origin)) {
                SPEC.validate(cookie, origin);
                if (!reachesPublicSuffix(cookie, origin)) {
                    cookies.add(cookie);
                }
            }
            return cookies;
        } catch (MalformedCookieException e) {
            return List.of();
        }
    }

    // A cookie for "com" would follow the attempt to every host below it. The suffix list is loaded only for the rare
    // cookie that names a domain other than its host.
    private static boolean reachesPublicSuffix(Cookie cookie, CookieOrigin origin) {
        String domain = cookie.getDomain();
        return domain != null
                && !domain.equalsIgnoreCase(origin.getHost())
                && PublicSuffixMatcherLoader.getDefault().getDomainRoot(domain) == null;
    }

    private static CookieOrigin origin(FetchUrl url) {
        String target = url.target();
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        return new CookieOrigin(url.host(), url.port(), path, "https".equals(url.scheme()));
    }
}
