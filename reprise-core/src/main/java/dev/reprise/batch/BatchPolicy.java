package dev.reprise.batch;

import dev.reprise.backoff.Backoff;
import dev.reprise.backoff.BackoffExplanation;
import dev.reprise.backoff.Durations;
import dev.reprise.backoff.Jitter;
import dev.reprise.batch.BatchRow.Hold;
import dev.reprise.batch.BatchTable.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decide what one answer means for one URL of a list. Pure: it reads no clock and owns no random.
 *
 * <p>An immutable value. The defaults: 3 retries on {@code exponential base=500ms jitter=+250ms}, a {@code maxWait} of
 * 60 seconds, and the table of the source, whose rows can be replaced.
 */
public final class BatchPolicy {
    private static final Pattern STATUS_TAG = Pattern.compile("CRAWL_HTTP_([1-9][0-9]{2})");
    private static final Backoff DEFAULT_BACKOFF =
            Backoff.exponential(Duration.ofMillis(500)).jitter(Jitter.additive(Duration.ofMillis(250)));
    private static final Map<String, FailureKind> KIND_NAMES = kindNames();

    private final Source source;
    private final Map<Signal, BatchRow> replaced;
    private final int retries;
    private final Backoff backoff;
    private final Duration maxWait;

    private BatchPolicy(Source source, Map<Signal, BatchRow> replaced, int retries, Backoff backoff, Duration maxWait) {
        this.source = source;
        this.replaced = replaced;
        this.retries = retries;
        this.backoff = backoff;
        this.maxWait = maxWait;
    }

    /**
     * Decide for pages that are fetched themselves.
     *
     * @return the policy with its defaults
     */
    public static BatchPolicy direct() {
        return new BatchPolicy(Source.DIRECT, Map.of(), 3, DEFAULT_BACKOFF, Duration.ofSeconds(60));
    }

    /**
     * Decide for URLs that a contents API fetches: statuses are the API's own, tags are those of the URLs.
     *
     * @return the policy with its defaults
     */
    public static BatchPolicy api() {
        return new BatchPolicy(Source.API, Map.of(), 3, DEFAULT_BACKOFF, Duration.ofSeconds(60));
    }

    /**
     * Set how often one URL is retried in one run.
     *
     * @param retries zero or more; 3 if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the number is negative
     */
    public BatchPolicy retries(int retries) {
        if (retries < 0) {
            throw new IllegalArgumentException("retries: " + retries + " is negative; allowed is zero or more");
        }
        return new BatchPolicy(source, replaced, retries, backoff, maxWait);
    }

    /**
     * Set the schedule, which is asked for the number of the retry.
     *
     * @param backoff {@code exponential base=500ms jitter=+250ms} if not set; a decision always draws from the random
     *     that it is given, never from the schedule's own
     * @return a changed copy
     */
    public BatchPolicy backoff(Backoff backoff) {
        return new BatchPolicy(source, replaced, retries, Objects.requireNonNull(backoff, "backoff"), maxWait);
    }

    /**
     * Set the longest hint that is waited for within a run. A longer one is never shortened: it defers the URL, or
     * fails it if its row says that the next run never sends it.
     *
     * @param maxWait zero or more; 60 seconds if not set
     * @return a changed copy
     * @throws IllegalArgumentException if the wait is negative
     */
    public BatchPolicy maxWait(Duration maxWait) {
        if (Objects.requireNonNull(maxWait, "maxWait").isNegative()) {
            throw new IllegalArgumentException("maxWait: " + maxWait + " is negative; allowed is zero or more");
        }
        return new BatchPolicy(source, replaced, retries, backoff, maxWait);
    }

    /**
     * Replace what the table says of one signal.
     *
     * @param signal the signal; a status does not stand for the tag {@code CRAWL_HTTP_nnn}, which is a signal of its own
     * @param row what it shall mean
     * @return a changed copy
     */
    public BatchPolicy replace(Signal signal, BatchRow row) {
        Map<Signal, BatchRow> more = new LinkedHashMap<>(replaced);
        more.put(Objects.requireNonNull(signal, "signal"), Objects.requireNonNull(row, "row"));
        return new BatchPolicy(source, Collections.unmodifiableMap(more), retries, backoff, maxWait);
    }

    /**
     * Return the table.
     *
     * @return the replaced rows in the order they were first replaced, then those of the source in the order they are tried
     */
    public List<BatchRow> rows() {
        List<BatchRow> rows = new ArrayList<>(replaced.values());
        rows.addAll(BatchTable.rows(source));
        return List.copyOf(rows);
    }

    /**
     * Tell whether a signal is no failure: a 2xx of the page itself, but for 206. An API's 2xx is none: whether it
     * brought content its body tells.
     *
     * @param signal what came back
     * @return true if there is nothing to decide
     */
    public boolean isSuccess(Signal signal) {
        return source == Source.DIRECT
                && Objects.requireNonNull(signal, "signal") instanceof Signal.Status status
                && isSuccess(status.code())
                && !replaced.containsKey(signal);
    }

    /**
     * Decide what becomes of a URL.
     *
     * @param signal what came back
     * @param retriesDone how many retries this run has spent on this URL, zero or more
     * @param hint how long the server asked to wait, or null; zero is none. It counts on 429 and 503 only
     * @param random asked once if the answer is a retry, otherwise not at all
     * @return the decision
     * @throws IllegalArgumentException if the signal is a success, or a number or the hint is negative
     */
    public BatchDecision nextStep(Signal signal, int retriesDone, @Nullable Duration hint, RandomGenerator random) {
        Objects.requireNonNull(random, "random");
        Ruling ruling = rule(signal, retriesDone, hint);
        return switch (ruling.step) {
            case RETRY ->
                new BatchDecision.Retry(
                        longer(backoff.delay(retriesDone + 1, random), ruling.hint),
                        ruling.hint,
                        ruling.tag,
                        ruling.row.rule(),
                        ruling.row.nextRun(),
                        ruling.holdsHost());
            case DEFER -> new BatchDecision.Defer(ruling.hint, ruling.tag, ruling.row.rule(), ruling.holdsHost());
            case FAIL -> new BatchDecision.Fail(ruling.tag, ruling.row.rule());
            case STOP -> new BatchDecision.Stop(ruling.tag, ruling.row.rule());
        };
    }

    /**
     * Explain what becomes of a URL. Draws nothing.
     *
     * @param signal what came back
     * @param retriesDone how many retries this run has spent on this URL, zero or more
     * @param hint how long the server asked to wait, or null
     * @return the decision, the row, and the band of the delay
     * @throws IllegalArgumentException if the signal is a success, or a number or the hint is negative
     */
    public BatchExplanation explain(Signal signal, int retriesDone, @Nullable Duration hint) {
        Ruling ruling = rule(signal, retriesDone, hint);
        boolean retry = ruling.step == BatchStep.RETRY;
        BackoffExplanation band = backoff.explain(retriesDone + 1);
        NextRun nextRun = ruling.step == BatchStep.FAIL ? NextRun.NEVER : retry ? ruling.row.nextRun() : NextRun.SEND;
        return new BatchExplanation(
                signal,
                ruling.step,
                ruling.tag,
                ruling.row.rule(),
                nextRun,
                ruling.because,
                ruling.hint,
                retry ? longer(band.lower(), ruling.hint) : null,
                retry ? longer(band.upper(), ruling.hint) : null);
    }

    private Ruling rule(Signal signal, int retriesDone, @Nullable Duration hint) {
        if (isSuccess(signal)) {
            throw new IllegalArgumentException("signal: " + signal + " is a success; there is nothing to decide");
        }
        if (retriesDone < 0) {
            throw new IllegalArgumentException("retriesDone: " + retriesDone + " is negative; allowed is zero or more");
        }
        if (hint != null && hint.isNegative()) {
            throw new IllegalArgumentException("hint: " + hint + " is negative; allowed is zero or more");
        }
        BatchRow row = rowOf(signal);
        String tag = row.tagOf(signal);
        Duration counting = row.hinted() && hint != null && !hint.isZero() ? hint : null;
        if (row.step() != BatchStep.RETRY) {
            return new Ruling(row, row.step(), tag, counting, null);
        }
        BatchStep otherwise = row.nextRun() == NextRun.SEND ? BatchStep.DEFER : BatchStep.FAIL;
        int allowed = Math.min(retries, row.maxRetries());
        if (retriesDone >= allowed) {
            return new Ruling(row, otherwise, tag, counting, retriesDone + " of " + allowed + " retries are done");
        }
        if (counting != null && counting.compareTo(maxWait) > 0) {
            String because = "the hint is longer than the longest wait of a run, " + Durations.format(maxWait);
            return new Ruling(row, otherwise, tag, counting, because);
        }
        return new Ruling(row, BatchStep.RETRY, tag, counting, null);
    }

    private BatchRow rowOf(Signal signal) {
        BatchRow own = replaced.get(signal);
        if (own != null) {
            return own;
        }
        if (signal instanceof Signal.Tag tag) {
            Matcher matcher = STATUS_TAG.matcher(tag.name());
            if (matcher.matches()) {
                int code = Integer.parseInt(matcher.group(1));
                // The page's own status, told by the API: it says nothing of the account and nothing of the key.
                return isSuccess(code)
                        ? BatchTable.rowOf(Source.DIRECT, signal)
                        : BatchTable.rowOf(Source.DIRECT, Signal.status(code)).holdingNothing();
            }
            FailureKind kind = source == Source.DIRECT ? KIND_NAMES.get(tag.name()) : null;
            if (kind != null) {
                return BatchTable.rowOf(source, Signal.failure(kind));
            }
        }
        return BatchTable.rowOf(source, signal);
    }

    private static boolean isSuccess(int code) {
        return code >= 200 && code <= 299 && code != 206;
    }

    private static Duration longer(Duration delay, @Nullable Duration hint) {
        return hint != null && hint.compareTo(delay) > 0 ? hint : delay;
    }

    /** Name the kinds whose name is also the tag of their outcomes: a journal is read with these. */
    private static Map<String, FailureKind> kindNames() {
        Map<String, FailureKind> names = new HashMap<>();
        for (FailureKind kind : FailureKind.values()) {
            names.put(kind.name(), kind);
        }
        return Map.copyOf(names);
    }

    private record Ruling(
            BatchRow row,
            BatchStep step,
            String tag,
            @Nullable Duration hint,
            @Nullable String because) {
        boolean holdsHost() {
            return row.hold() == Hold.ALWAYS || (row.hold() == Hold.WITH_HINT && hint != null);
        }
    }
}
