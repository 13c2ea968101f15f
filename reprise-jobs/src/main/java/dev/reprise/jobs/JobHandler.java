package dev.reprise.jobs;

/**
 * Do the work of one attempt. A plain function: a test calls it as one.
 *
 * @param <P> the payload
 */
@FunctionalInterface
public interface JobHandler<P> {
    /**
     * Do the work. It may run more than once for one job (a worker can die after the work and before the ending), never
     * twice for the same claim epoch.
     *
     * @param payload what was enqueued
     * @param job this attempt: its number, its deadline, whether it is called off
     * @return how the attempt ended
     * @throws Exception a failure, which the policy and the classifier decide on
     */
    Ending run(P payload, JobContext job) throws Exception;
}
