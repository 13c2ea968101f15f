package dev.reprise.jobs.postgres;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Reads jobs and their history. */
record Views(Database database, Runner runner) {
    Optional<Job> find(UUID id) {
        return Unwritten.half("find");
    }

    List<AttemptRecord> history(UUID id) {
        return Unwritten.half("history");
    }

    Map<JobState, Long> counts() {
        return Unwritten.half("counts");
    }
}
