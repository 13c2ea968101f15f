/** One request and its answer: the only package that knows Apache HttpClient. */
@NullMarked
package dev.reprise.fetch.internal.http;

import org.jspecify.annotations.NullMarked;
