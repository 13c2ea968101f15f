package dev.reprise.fetch.script;

import dev.reprise.testkit.Header;
import dev.reprise.testkit.SeenRequest;
import dev.reprise.testkit.VirtualHost;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/**
 * A wait that a host asked for, by the server's own record.
 *
 * @param by the request whose answer asked for it
 * @param length at least so long, counted from that request's arrival
 */
record HoldRecord(SeenRequest by, Duration length) {
    /** The two clocks of a machine do not tick quite alike. */
    private static final Duration CLOCKS = Duration.ofMillis(5);

    VirtualHost host() {
        return by.host();
    }

    static List<HoldRecord> of(ScriptedRun run) {
        List<HoldRecord> holds = new ArrayList<>();
        run.attempts().forEach((url, attempts) -> {
            for (int attempt = 0; attempt < attempts.size(); attempt++) {
                List<Ask> asks = url.attempts().get(attempt).asks();
                List<SeenRequest> seen = attempts.get(attempt);
                for (int i = 0; i < seen.size(); i++) {
                    switch (asks.get(i).hold()) {
                        case NONE -> {}
                        case HINT -> holds.add(new HoldRecord(seen.get(i), hint(seen.get(i))));
                        case BACKOFF -> holds.add(new HoldRecord(seen.get(i), ScriptedRun.shortestDelay(attempt + 1)));
                    }
                }
            }
        });
        return holds;
    }

    /**
     * Find the requests to the host that began within the hold. On the connection that the answer came on, each one does:
     * the client has heard the answer. On others, as many as can have been in flight may come late, beside those that
     * came within the allowance.
     */
    List<SeenRequest> broken(int inFlight, Duration allowance) {
        List<SeenRequest> within = host().requests().stream()
                .filter(later -> later.number() > by.number()
                        && by.until(later).compareTo(length) < 0
                        && (later.connection() == by.connection()
                                || by.until(later).compareTo(allowance) >= 0))
                .toList();
        boolean heard = within.stream().anyMatch(later -> later.connection() == by.connection());
        return heard || within.size() > inFlight ? within : List.of();
    }

    /** Read how long an answer asked to wait; of a date, what was left of it. */
    static Duration hint(SeenRequest request) {
        String text = request.answer().headers().stream()
                .filter(header -> header.name().equals("Retry-After"))
                .map(Header::value)
                .findFirst()
                .orElseThrow();
        if (text.endsWith("GMT")) {
            Instant until = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text));
            return Duration.between(request.at(), until).minus(CLOCKS);
        }
        return Duration.ofMillis(new BigDecimal(text).movePointRight(3).longValueExact());
    }

    @Override
    public String toString() {
        return host() + " asked for " + length + " with " + by;
    }
}
