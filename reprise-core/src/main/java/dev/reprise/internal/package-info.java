/** Helpers that several packages share; not exported, so nobody outside can depend on them. */
@NullMarked
package dev.reprise.internal;

import org.jspecify.annotations.NullMarked;
