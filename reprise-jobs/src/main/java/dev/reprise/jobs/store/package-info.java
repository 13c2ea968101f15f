/**
 * Keep jobs: the port between the queue and whatever holds its rows, with the contract every store passes.
 */
@NullMarked
package dev.reprise.jobs.store;

import org.jspecify.annotations.NullMarked;
