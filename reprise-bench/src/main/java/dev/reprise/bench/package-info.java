/** Measurements of the engine, beside the peers. */
@NullMarked
package dev.reprise.bench;

import org.jspecify.annotations.NullMarked;
