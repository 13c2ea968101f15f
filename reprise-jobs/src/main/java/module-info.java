/** Runs durable background jobs on PostgreSQL, retried by the engine. */
module dev.reprise.jobs {
    requires transitive dev.reprise.core;
    requires transitive java.sql;
    requires static org.jspecify;
    requires org.postgresql.jdbc;
    requires org.slf4j;
    requires tools.jackson.databind;

    exports dev.reprise.jobs;
    exports dev.reprise.jobs.client;
    exports dev.reprise.jobs.memory;
    exports dev.reprise.jobs.postgres;
    exports dev.reprise.jobs.store;
    exports dev.reprise.jobs.worker;
}
