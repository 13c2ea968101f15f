package dev.reprise.testkit;

import java.time.Duration;
import java.util.List;

/** Record one request and the answer that was chosen for it. */
public final class SeenRequest extends Request {
    private static final byte[] NOTHING = new byte[0];

    private final Answer answer;

    SeenRequest(Request request, Answer answer, boolean everything) {
        super(
                request.arrival(),
                request.method(),
                request.target(),
                everything ? request.headers() : List.of(),
                everything ? request.bodyBytes() : NOTHING);
        this.answer = answer;
    }

    /**
     * Return the answer that was chosen, whether or not the client stayed to read it.
     *
     * @return the answer
     */
    public Answer answer() {
        return answer;
    }

    /**
     * Return the status of the answer.
     *
     * @return the status, 0 for raw text
     */
    public int status() {
        return answer.status();
    }

    /**
     * Measure the time to a later request by the monotonic clock.
     *
     * @param later a request that arrived later
     * @return the time between the arrivals; negative if the other arrived earlier
     */
    public Duration until(Request later) {
        return Duration.ofNanos(later.nanos() - nanos());
    }

    @Override
    public String toString() {
        return super.toString() + " -> " + answer;
    }
}
