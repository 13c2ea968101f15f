package dev.reprise.cli;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A set of statuses. The command line gives it as one value: {@code 1,75}. */
record Statuses(SortedSet<Integer> numbers) {
    Statuses {
        numbers = Collections.unmodifiableSortedSet(new TreeSet<>(numbers));
    }

    boolean contains(int status) {
        return numbers.contains(status);
    }

    /** Returns those that are in both. */
    Statuses and(Statuses other) {
        TreeSet<Integer> both = new TreeSet<>(numbers);
        both.retainAll(other.numbers);
        return new Statuses(both);
    }

    boolean isEmpty() {
        return numbers.isEmpty();
    }

    @Override
    public String toString() {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
