package dev.reprise.batch;

import java.util.Set;
import java.util.function.Predicate;

/** Say which signals a row of the table is for. */
final class Match {
    private Match() {}

    static Predicate<Signal> statuses(Integer... codes) {
        Set<Integer> set = Set.of(codes);
        return signal -> signal instanceof Signal.Status status && set.contains(status.code());
    }

    static Predicate<Signal> statusRange(int from, int to) {
        return signal -> signal instanceof Signal.Status status && status.code() >= from && status.code() <= to;
    }

    static Predicate<Signal> tags(String... names) {
        Set<String> set = Set.of(names);
        return signal -> signal instanceof Signal.Tag tag && set.contains(tag.name());
    }

    static Predicate<Signal> kinds(FailureKind... kinds) {
        Set<FailureKind> set = Set.of(kinds);
        return signal -> signal instanceof Signal.Failure failure && set.contains(failure.kind());
    }
}
