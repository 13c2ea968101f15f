package dev.reprise.jobs.postgres;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.Jitter;
import java.time.Duration;

/**
 * Sets the pace of listening.
 *
 * @param probeEvery after how long a silence the connection is probed
 * @param probeAnswer how long a probe may take to come back
 * @param reconnect how long to wait after the Nth connection in a row that failed, or through which nothing came
 */
record ListenTimes(Duration probeEvery, Duration probeAnswer, Backoff reconnect) {
    static final ListenTimes DEFAULTS = new ListenTimes(
            Duration.ofSeconds(30),
            Duration.ofSeconds(5),
            Backoff.exponential(Duration.ofMillis(250))
                    .max(Duration.ofSeconds(30))
                    .jitter(Jitter.ratio(0.2)));
}
