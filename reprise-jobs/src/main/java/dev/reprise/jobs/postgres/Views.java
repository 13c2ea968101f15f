package dev.reprise.jobs.postgres;

import dev.reprise.jobs.AttemptRecord;
import dev.reprise.jobs.Job;
import dev.reprise.jobs.JobState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Reads jobs and their history. */
@SuppressWarnings("DoNotCallSuggester") // Until its half is written.
record Views(Database database, Runner runner) {
    Optional<Job> find(UUID id) {
        throw new UnsupportedOperationException("find");
    }

    List<AttemptRecord> history(UUID id) {
        throw new UnsupportedOperationException("history");
    }

    Map<JobState, Long> counts() {
        throw new UnsupportedOperationException("counts");
    }
}
