package dev.reprise.fetch.internal.run;

import dev.reprise.fetch.internal.http.Hop;
import dev.reprise.fetch.internal.journal.Outcome;
import dev.reprise.fetch.internal.url.FetchUrl;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Say what is done after one hop. */
sealed interface Step {
    /** Return how long the host that was asked must be left alone, or null. */
    @Nullable
    Duration hold();

    /** Tell whether the host answered at all; such an answer without a hold ends its series of holds. */
    boolean answered();

    /** Follow a redirect. */
    record Follow(FetchUrl to, @Nullable Duration hold) implements Step {
        @Override
        public boolean answered() {
            return true;
        }
    }

    /** Try the URL again in this run. */
    record Again(Duration delay, @Nullable Duration hold, boolean answered) implements Step {}

    /**
     * End the URL, for this run at least.
     *
     * @param outcome what became of it
     * @param tag why, or null for a success
     * @param answer the answer that decided, or null
     * @param hold how long the host must be left alone, or null
     * @param answered whether the host answered at all
     * @param waits whether the URL only waits, for a hold or for the next run: it is sent in this run after all if that
     *     outlasts the hold of its own host
     */
    record End(
            Outcome outcome,
            @Nullable String tag,
            Hop.@Nullable Answer answer,
            @Nullable Duration hold,
            boolean answered,
            boolean waits)
            implements Step {
        /** Leave a URL whose wait cannot be waited for: the run ends, or its host is parked. */
        static End cutShort(@Nullable String tag) {
            return new End(Outcome.DEFERRED, tag, null, null, false, true);
        }
    }
}
