/** Helpers that more than one package of the core needs; not exported, free to change. */
@NullMarked
package dev.reprise.internal;

import org.jspecify.annotations.NullMarked;
