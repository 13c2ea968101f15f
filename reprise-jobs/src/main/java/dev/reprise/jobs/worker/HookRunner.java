package dev.reprise.jobs.worker;

import java.util.concurrent.Executor;

/** Where hooks run. */
@FunctionalInterface
interface HookRunner extends Executor {
    /** A hook does not return in time: lends its thread's place to another. */
    default void oneMore() {}

    /** It has returned. */
    default void oneLess() {}
}
