package dev.reprise.jobs.worker;

import dev.reprise.jobs.JobCodec;
import dev.reprise.jobs.internal.NewJobs;

/** What every attempt of a worker shares. */
record Surroundings(WorkerTime time, Aside aside, JobCodec codec, NewJobs newJobs, long leaseNanos) {}
