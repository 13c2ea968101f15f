/** The {@code reprise} command, one class per verb. */
@NullMarked
package dev.reprise.cli;

import org.jspecify.annotations.NullMarked;
