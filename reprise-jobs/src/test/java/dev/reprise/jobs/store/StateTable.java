package dev.reprise.jobs.store;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What each event makes of a job in each state. {@code -}: nothing changes; {@code .}: there is no such cell. Words in capitals are
 * endings, of which all but those from {@code running} come too late. A lapse is a reclaim.
 */
final class StateTable {
    static final String TEXT = """
            event                                                 | none      | scheduled | ready     | running   | succeeded | failed | cancelled | crashed
            enqueue, due now                                      | ready     | .         | .         | .         | .         | .      | .         | .
            enqueue, due later                                    | scheduled | .         | .         | .         | .         | .      | .         | .
            promote, due                                          | .         | ready     | -         | -         | -         | -      | -         | -
            promote, not due                                      | .         | -         | -         | -         | -         | -      | -         | -
            claim                                                 | .         | -         | running   | -         | -         | -      | -         | -
            claim, deadline passed                                | .         | -         | -         | -         | -         | -      | -         | -
            deadline sweep, deadline passed                       | .         | failed    | failed    | -         | -         | -      | -         | -
            deadline sweep, deadline ahead                        | .         | -         | -         | -         | -         | -      | -         | -
            cancel                                                | .         | cancelled | cancelled | running   | -         | -      | -         | -
            SUCCEED                                               | .         | -         | -         | succeeded | -         | -      | -         | -
            SUCCEED, cancel asked                                 | .         | -         | -         | succeeded | -         | -      | -         | -
            SUCCEED, deadline passed                              | .         | -         | -         | succeeded | -         | -      | -         | -
            FAIL                                                  | .         | -         | -         | failed    | -         | -      | -         | -
            FAIL, cancel asked                                    | .         | -         | -         | failed    | -         | -      | -         | -
            EXHAUST                                               | .         | -         | -         | failed    | -         | -      | -         | -
            EXHAUST, cancel asked                                 | .         | -         | -         | cancelled | -         | -      | -         | -
            EXHAUST, deadline passed                              | .         | -         | -         | failed    | -         | -      | -         | -
            CANCEL                                                | .         | -         | -         | cancelled | -         | -      | -         | -
            CANCEL, cancel asked                                  | .         | -         | -         | cancelled | -         | -      | -         | -
            RETRY, at once                                        | .         | -         | -         | ready     | -         | -      | -         | -
            RETRY, later                                          | .         | -         | -         | scheduled | -         | -      | -         | -
            RETRY, at once, last attempt                          | .         | -         | -         | ready     | -         | -      | -         | -
            RETRY, later, cancel asked                            | .         | -         | -         | cancelled | -         | -      | -         | -
            RETRY, past the deadline                              | .         | -         | -         | failed    | -         | -      | -         | -
            RETRY, at once, deadline passed                       | .         | -         | -         | failed    | -         | -      | -         | -
            RETRY, past the deadline, cancel asked                | .         | -         | -         | cancelled | -         | -      | -         | -
            RETRY_AFTER, at once                                  | .         | -         | -         | ready     | -         | -      | -         | -
            RETRY_AFTER, later                                    | .         | -         | -         | scheduled | -         | -      | -         | -
            RETRY_AFTER, at once, last attempt                    | .         | -         | -         | ready     | -         | -      | -         | -
            RETRY_AFTER, later, cancel asked                      | .         | -         | -         | cancelled | -         | -      | -         | -
            RETRY_AFTER, past the deadline                        | .         | -         | -         | failed    | -         | -      | -         | -
            RETRY_AFTER, at once, deadline passed                 | .         | -         | -         | failed    | -         | -      | -         | -
            RETRY_AFTER, past the deadline, cancel asked          | .         | -         | -         | cancelled | -         | -      | -         | -
            RETRY_AFTER_REFUNDED, at once                         | .         | -         | -         | ready     | -         | -      | -         | -
            RETRY_AFTER_REFUNDED, later                           | .         | -         | -         | scheduled | -         | -      | -         | -
            RETRY_AFTER_REFUNDED, at once, last attempt           | .         | -         | -         | ready     | -         | -      | -         | -
            RETRY_AFTER_REFUNDED, later, cancel asked             | .         | -         | -         | cancelled | -         | -      | -         | -
            RETRY_AFTER_REFUNDED, past the deadline               | .         | -         | -         | failed    | -         | -      | -         | -
            RETRY_AFTER_REFUNDED, at once, deadline passed        | .         | -         | -         | failed    | -         | -      | -         | -
            RETRY_AFTER_REFUNDED, past the deadline, cancel asked | .         | -         | -         | cancelled | -         | -      | -         | -
            SNOOZE, at once                                       | .         | -         | -         | ready     | -         | -      | -         | -
            SNOOZE, later                                         | .         | -         | -         | scheduled | -         | -      | -         | -
            SNOOZE, at once, last attempt                         | .         | -         | -         | ready     | -         | -      | -         | -
            SNOOZE, later, cancel asked                           | .         | -         | -         | cancelled | -         | -      | -         | -
            SNOOZE, past the deadline                             | .         | -         | -         | failed    | -         | -      | -         | -
            SNOOZE, at once, deadline passed                      | .         | -         | -         | failed    | -         | -      | -         | -
            SNOOZE, past the deadline, cancel asked               | .         | -         | -         | cancelled | -         | -      | -         | -
            INTERRUPT, at once                                    | .         | -         | -         | ready     | -         | -      | -         | -
            INTERRUPT, later                                      | .         | -         | -         | scheduled | -         | -      | -         | -
            INTERRUPT, at once, last attempt                      | .         | -         | -         | ready     | -         | -      | -         | -
            INTERRUPT, later, cancel asked                        | .         | -         | -         | cancelled | -         | -      | -         | -
            INTERRUPT, past the deadline                          | .         | -         | -         | failed    | -         | -      | -         | -
            INTERRUPT, at once, deadline passed                   | .         | -         | -         | failed    | -         | -      | -         | -
            INTERRUPT, past the deadline, cancel asked            | .         | -         | -         | cancelled | -         | -      | -         | -
            HAND_BACK                                             | .         | -         | -         | ready     | -         | -      | -         | -
            HAND_BACK, later                                      | .         | -         | -         | ready     | -         | -      | -         | -
            HAND_BACK, last attempt                               | .         | -         | -         | ready     | -         | -      | -         | -
            HAND_BACK, cancel asked                               | .         | -         | -         | cancelled | -         | -      | -         | -
            HAND_BACK, deadline passed                            | .         | -         | -         | ready     | -         | -      | -         | -
            lapse, lease alive                                    | .         | -         | -         | -         | -         | -      | -         | -
            lapse, at once                                        | .         | -         | -         | ready     | -         | -      | -         | -
            lapse, later                                          | .         | -         | -         | scheduled | -         | -      | -         | -
            lapse, no retry                                       | .         | -         | -         | crashed   | -         | -      | -         | -
            lapse, later, cancel asked                            | .         | -         | -         | cancelled | -         | -      | -         | -
            lapse, no retry, cancel asked                         | .         | -         | -         | cancelled | -         | -      | -         | -
            lapse, past the deadline                              | .         | -         | -         | scheduled | -         | -      | -         | -
            beat                                                  | .         | -         | -         | running   | -         | -      | -         | -
            beat, cancel asked                                    | .         | -         | -         | running   | -         | -      | -         | -
            redrive                                               | .         | -         | -         | -         | ready     | ready  | ready     | ready
            """;

    private static final List<String> STATES =
            List.of("none", "scheduled", "ready", "running", "succeeded", "failed", "cancelled", "crashed");

    private StateTable() {}

    static Stream<Cell> cells() {
        return TextTable.parse(TEXT).stream()
                .flatMap(row -> IntStream.range(0, STATES.size())
                        .mapToObj(i -> new Cell(STATES.get(i), row.get(0), row.get(i + 1))))
                .filter(cell -> !cell.to.equals("."));
    }

    /** One state and one event, and the state that comes of it. */
    record Cell(String from, String event, String to) {
        boolean isChange() {
            return !to.equals("-");
        }

        boolean has(String condition) {
            return (event + ",").contains(", " + condition + ",");
        }

        String action() {
            return event.replaceFirst(",.*", "");
        }
    }
}
