package dev.reprise.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Say what a path answers, request by request. Safe for many threads: each request takes the next answer, in the order
 * of arrival.
 */
public final class Script {
    private final AtomicInteger turns = new AtomicInteger();
    private volatile List<AnswerRule> rules = List.of();

    Script() {}

    /**
     * Append answers, one for each request; the last one of the script repeats.
     *
     * @param next answers, or rules that choose one
     * @return this script
     */
    public Script answer(AnswerRule... next) {
        return append(List.of(next));
    }

    /**
     * Append the same answer for a number of requests.
     *
     * @param count 1 or more
     * @param rule the answer, or a rule that chooses one
     * @return this script
     * @throws IllegalArgumentException if count is less than 1
     */
    public Script times(int count, AnswerRule rule) {
        if (count < 1) {
            throw new IllegalArgumentException("count: " + count + "; allowed is 1 or more");
        }
        return append(Collections.nCopies(count, Objects.requireNonNull(rule, "rule")));
    }

    private synchronized Script append(List<AnswerRule> next) {
        List<AnswerRule> more = new ArrayList<>(rules);
        more.addAll(next);
        rules = List.copyOf(more);
        return this;
    }

    boolean isEmpty() {
        return rules.isEmpty();
    }

    int nextTurn() {
        return turns.incrementAndGet();
    }

    AnswerRule rule(int turn) {
        List<AnswerRule> all = rules;
        return all.get(Math.min(turn, all.size()) - 1);
    }
}
