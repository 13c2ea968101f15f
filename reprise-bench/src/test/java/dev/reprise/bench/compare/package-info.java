/** Reprise beside other retry libraries: the same uses, and what differs in behaviour. The documents are cut from here. */
@NullMarked
package dev.reprise.bench.compare;

import org.jspecify.annotations.NullMarked;
