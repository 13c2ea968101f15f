package dev.reprise.fetch.script;

import dev.reprise.testkit.AnswerRule;
import dev.reprise.testkit.VirtualHost;

/**
 * One request that an attempt makes, and the answer the script has for it.
 *
 * @param hold whether the answer holds its host, and for how long
 */
record Ask(VirtualHost host, String target, AnswerRule answer, Hold hold) {
    String url() {
        return host.uri(target).toString();
    }

    /** For how long an answer holds its host. */
    enum Hold {
        NONE,
        /** As its {@code Retry-After} says. */
        HINT,
        /** As the URL's own schedule says. */
        BACKOFF
    }
}
