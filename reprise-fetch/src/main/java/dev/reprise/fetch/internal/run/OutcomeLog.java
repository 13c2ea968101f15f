package dev.reprise.fetch.internal.run;

import dev.reprise.fetch.internal.journal.OutcomeLine;
import java.io.IOException;

/** Take outcome lines: a journal, or a stream that keeps no memory. */
public interface OutcomeLog {
    /**
     * Append a line; once this returns, the line is on its way.
     *
     * @throws IOException if lines can no longer be kept: the run must stop sending
     */
    void append(OutcomeLine line) throws IOException;
}
