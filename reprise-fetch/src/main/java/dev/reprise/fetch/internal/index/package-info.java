/** What a run remembers of each URL and host, in primitive arrays. */
@NullMarked
package dev.reprise.fetch.internal.index;

import org.jspecify.annotations.NullMarked;
