/** The run: what is asked, heard, decided and written, from the first line of the list to the summary. */
@NullMarked
package dev.reprise.fetch.internal.run;

import org.jspecify.annotations.NullMarked;
