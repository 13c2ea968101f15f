/**
 * State a job: its type, its payload, its states, how an attempt ends.
 */
@NullMarked
package dev.reprise.jobs;

import org.jspecify.annotations.NullMarked;
