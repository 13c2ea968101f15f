package dev.reprise.bench.chaos;

import dev.reprise.bench.chaos.Verification.Violation;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What came of a storm.
 *
 * @param options how big it was
 * @param certain jobs that must be there
 * @param ended jobs that have ended, children too
 * @param runs how often a handler ran
 * @param states how many jobs ended in each state
 * @param acts how often handlers did what
 * @param troubles how often each trouble came
 * @param lostAnswers answers that were really lost
 * @param processes worker processes that were started
 * @param cancels cancels that were asked for
 * @param redrives redrives that were asked for
 * @param seconds how long it all took
 * @param violations what must not be
 */
record ChaosReport(
        ChaosOptions options,
        long certain,
        long ended,
        long runs,
        Map<String, Long> states,
        Map<String, Long> acts,
        Map<String, Integer> troubles,
        int lostAnswers,
        int processes,
        int cancels,
        int redrives,
        long seconds,
        List<Violation> violations) {
    /** {@inheritDoc} */
    ChaosReport {
        states = Map.copyOf(states);
        acts = Map.copyOf(acts);
        troubles = Map.copyOf(troubles);
        violations = List.copyOf(violations);
    }

    /** One line of JSON; of the violations only how many break each rule. */
    String json() {
        JsonMapper mapper = JsonMapper.shared();
        ObjectNode summary = mapper.valueToTree(this);
        summary.set(
                "violations",
                mapper.valueToTree(
                        violations.stream().collect(Collectors.groupingBy(Violation::rule, Collectors.counting()))));
        return mapper.writeValueAsString(summary);
    }

    /** Every violation, with the stories. */
    String stories() {
        return violations.stream().map(Violation::toString).collect(Collectors.joining("\n"));
    }
}
