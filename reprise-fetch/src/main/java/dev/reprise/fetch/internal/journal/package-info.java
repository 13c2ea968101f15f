/** The file of outcomes: one JSON line for each, append-only, locked. */
@NullMarked
package dev.reprise.fetch.internal.journal;

import org.jspecify.annotations.NullMarked;
