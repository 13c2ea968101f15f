package dev.reprise.fetch.script;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One attempt as the script has it: its requests, and what the table says of the last answer.
 *
 * @param asks the requests, redirects included; none if nothing listens
 * @param meaning what the last answer means for the URL
 * @param status the status that decides, 0 if the answer is broken
 * @param body the decoded body that decides, empty if there is none or no whole one
 * @param silence how long at least the server sees the client wait in vain, zero if it does not
 */
record Turn(List<Ask> asks, Meaning meaning, int status, String body, Duration silence) {
    @Nullable
    Ask last() {
        return asks.isEmpty() ? null : asks.get(asks.size() - 1);
    }

    boolean redirected() {
        return asks.size() > 1;
    }
}
