package dev.reprise.fetch.internal.journal;

import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.JsonRecyclerPools;

/** What encoder and decoder share. */
final class JournalJson {
    /** The {@code v} of every line. */
    static final int VERSION = 1;

    static final JsonFactory FACTORY = JsonFactory.builder()
            .rootValueSeparator("")
            .recyclerPool(JsonRecyclerPools.threadLocalPool())
            .build();

    private JournalJson() {}
}
