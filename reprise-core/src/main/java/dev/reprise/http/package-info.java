/** HTTP as a retry sees it: {@code Retry-After}, and the status and headers that an exception or a result carries. */
@NullMarked
package dev.reprise.http;

import org.jspecify.annotations.NullMarked;
