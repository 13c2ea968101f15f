package dev.reprise.fetch.internal.url;

/** Say what one URL text is: a URL that can be fetched, or the reason why it never can. */
public sealed interface UrlParse permits FetchUrl, UnsupportedUrl {}
