/** URLs of lists and redirects: one parser for both. */
@NullMarked
package dev.reprise.fetch.internal.url;

import org.jspecify.annotations.NullMarked;
