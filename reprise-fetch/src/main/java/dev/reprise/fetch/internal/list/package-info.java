/** URL lists: streamed once, read back by byte offset. */
@NullMarked
package dev.reprise.fetch.internal.list;

import org.jspecify.annotations.NullMarked;
