/**
 * Fetch a list of URLs politely: one decision for every failure, one outcome line for every URL, resumable after any
 * crash.
 */
@NullMarked
package dev.reprise.fetch;

import org.jspecify.annotations.NullMarked;
