/** Decides after a failure whether to try again, when, or never, and says why. */
module dev.reprise.core {
    requires static transitive java.net.http;
    requires static java.sql;
    requires static org.jspecify;

    exports dev.reprise.backoff;
    exports dev.reprise.batch;
    exports dev.reprise.http;
    exports dev.reprise.lockout;
    exports dev.reprise.policy;
    exports dev.reprise.retry;
}
