package dev.reprise.jobs.postgres;

import dev.reprise.jobs.When;
import dev.reprise.jobs.store.JobKey;
import dev.reprise.jobs.store.NewJob;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Binds new jobs as the arrays that the functions {@code enqueue} and {@code end_attempts} take. */
final class NewJobs {
    private NewJobs() {}

    static void bind(Parameters parameters, List<NewJob> jobs) throws SQLException {
        parameters
                .uuids(jobs, NewJob::id)
                .texts(jobs, NewJob::type)
                .texts(jobs, NewJob::queue)
                .ints(jobs, NewJob::priority)
                .instants(jobs, job -> Times.text(job.due().at()))
                .longs(jobs, job -> Times.micros(job.due().after()))
                .ints(jobs, job -> Codes.of(job.kind()))
                .ints(jobs, NewJob::maxAttempts)
                .texts(jobs, job -> Texts.safe(job.policy()))
                .booleans(jobs, NewJob::hasOwnPolicy)
                .instants(jobs, job -> at(job.deadline()))
                .longs(jobs, job -> Times.microsOrNull(after(job.deadline())))
                .longs(jobs, job -> Times.millisOrNull(job.timeout()))
                .texts(jobs, job -> Texts.arrayLiteral(job.tags()))
                .bytes(jobs, NewJob::payload);
        if (jobs.stream().anyMatch(NewJobs::hasKey)) {
            bindKeys(parameters, jobs, NewJob::key);
            bindKeys(parameters, jobs, NewJob::idempotencyKey);
        } else {
            parameters.nothing(6);
        }
    }

    static boolean hasKey(NewJob job) {
        return job.key() != null || job.idempotencyKey() != null;
    }

    private static void bindKeys(Parameters parameters, List<NewJob> jobs, Function<NewJob, @Nullable JobKey> of)
            throws SQLException {
        parameters
                .texts(jobs, job -> scope(of.apply(job)))
                .texts(jobs, job -> name(of.apply(job)))
                .longs(jobs, job -> window(of.apply(job)));
    }

    static @Nullable String scope(@Nullable JobKey key) {
        return key == null ? null : key.scope();
    }

    static @Nullable String name(@Nullable JobKey key) {
        return key == null ? null : key.name();
    }

    static @Nullable Long window(@Nullable JobKey key) {
        return key == null ? null : Times.microsOrNull(key.window());
    }

    private static @Nullable String at(@Nullable When when) {
        return when == null ? null : Times.text(when.at());
    }

    private static @Nullable Duration after(@Nullable When when) {
        return when == null ? null : when.after();
    }
}
