package dev.reprise.fetch.internal.run;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.ReplayRandom;
import dev.reprise.batch.BatchPolicy;
import dev.reprise.batch.Signal;
import dev.reprise.fetch.internal.host.Manners;
import dev.reprise.fetch.internal.http.ClientSettings;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Hold what a run was asked to do, checked.
 *
 * @param manners how politely hosts are asked
 * @param client what every request shares
 * @param policy the decision
 * @param schedule the decision's schedule, which also holds a host that said 429 without a hint
 * @param timeout the longest one attempt may take, hops and body included, waiting not
 * @param maxRedirects hops after the first request
 * @param seed replays the delays, or null
 * @param bodies where bodies go, or null
 */
public record RunSettings(
        Manners manners,
        ClientSettings client,
        BatchPolicy policy,
        Backoff schedule,
        Duration timeout,
        int maxRedirects,
        @Nullable String seed,
        @Nullable Bodies bodies) {
    boolean isSuccess(int status) {
        return policy.isSuccess(Signal.status(status));
    }

    RandomGenerator randomFor(String norm) {
        return seed == null
                ? ThreadLocalRandom.current()
                : ReplayRandom.of(seed).derive(norm);
    }
}
