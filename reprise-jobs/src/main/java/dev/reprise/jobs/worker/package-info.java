/**
 * Run jobs: claim, run, decide, write the ending.
 */
@NullMarked
package dev.reprise.jobs.worker;

import org.jspecify.annotations.NullMarked;
