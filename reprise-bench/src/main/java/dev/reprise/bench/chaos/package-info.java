/**
 * Jobs in a storm: real worker processes killed and frozen, a database that crashes, a network that loses answers. What the
 * handlers did is compared with what the queue says about it.
 */
@NullMarked
package dev.reprise.bench.chaos;

import org.jspecify.annotations.NullMarked;
