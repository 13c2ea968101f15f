/**
 * What client and worker share. Not exported: it may change in any release.
 */
@NullMarked
package dev.reprise.jobs.internal;

import org.jspecify.annotations.NullMarked;
