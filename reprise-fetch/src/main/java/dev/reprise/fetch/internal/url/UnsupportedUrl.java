package dev.reprise.fetch.internal.url;

import java.util.Objects;

/**
 * Say why a text is no URL that can be fetched.
 *
 * @param text the text as given, trimmed
 * @param reason the reason, in words, without the text
 */
public record UnsupportedUrl(String text, String reason) implements UrlParse {
    /** {@inheritDoc} */
    public UnsupportedUrl {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(reason, "reason");
    }
}
