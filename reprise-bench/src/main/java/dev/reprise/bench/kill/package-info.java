/** {@code reprise fetch} as a real process that is killed again and again; the server's record tells whether it remembers. */
@NullMarked
package dev.reprise.bench.kill;

import org.jspecify.annotations.NullMarked;
