/** A long list with a scripted mix of faults, and an independent model of what must become of each URL. */
@NullMarked
package dev.reprise.fetch.script;

import org.jspecify.annotations.NullMarked;
