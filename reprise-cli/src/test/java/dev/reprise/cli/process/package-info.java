/** Commands of the system, run together with everything that they start. */
@NullMarked
package dev.reprise.cli.process;

import org.jspecify.annotations.NullMarked;
