/** Which host is asked next, and which must be left alone: slots, pauses, holds. Knows neither HTTP nor files. */
@NullMarked
package dev.reprise.fetch.internal.host;

import org.jspecify.annotations.NullMarked;
