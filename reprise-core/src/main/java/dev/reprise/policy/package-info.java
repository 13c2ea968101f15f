/** The decision: after a failure, whether to try again and when, or why not. */
@NullMarked
package dev.reprise.policy;

import org.jspecify.annotations.NullMarked;
