package dev.reprise.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** What the server saw. One for the server and one for each host, so that a host's list costs no search. */
final class RequestLog {
    private final boolean keeping;
    private final List<SeenRequest> requests = new ArrayList<>();
    private long count;
    private int waiting;

    RequestLog(boolean keeping) {
        this.keeping = keeping;
    }

    synchronized void add(SeenRequest request) {
        count++;
        if (keeping) {
            requests.add(request);
        }
        if (waiting > 0) {
            notifyAll();
        }
    }

    synchronized long count() {
        return count;
    }

    synchronized List<SeenRequest> requests(Predicate<SeenRequest> wanted) {
        return requests.stream()
                .filter(wanted)
                .sorted(Comparator.comparingLong(Request::number))
                .toList();
    }

    synchronized void await(int number, Duration timeout) throws InterruptedException {
        long until = System.nanoTime() + timeout.toNanos();
        waiting++;
        try {
            while (count < number) {
                long left = until - System.nanoTime();
                if (left <= 0) {
                    throw new AssertionError(
                            "saw " + count + " of " + number + " requests within " + timeout + ": " + requests);
                }
                wait(left / 1_000_000, (int) (left % 1_000_000));
            }
        } finally {
            waiting--;
        }
    }
}
