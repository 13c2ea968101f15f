package dev.reprise.fetch.internal.http;

import java.nio.file.Path;

/**
 * Say where a body goes.
 *
 * @param target its place, once it is whole
 * @param temporary where it grows; no other exchange has the same
 */
public record BodyPlace(Path target, Path temporary) {}
