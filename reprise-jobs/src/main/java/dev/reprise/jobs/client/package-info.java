/**
 * Enqueue jobs, and look after them.
 */
@NullMarked
package dev.reprise.jobs.client;

import org.jspecify.annotations.NullMarked;
