/** The URL-list decision: what one answer means for one URL in this run, and in the next. */
@NullMarked
package dev.reprise.batch;

import org.jspecify.annotations.NullMarked;
