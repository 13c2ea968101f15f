/** Starts a real PostgreSQL from Maven artifacts. */
module dev.reprise.embedded.postgres {
    requires transitive java.sql;
    requires java.naming;
    requires org.apache.commons.compress;
    requires static org.checkerframework.checker.qual;
    requires static org.jspecify;
    requires org.postgresql.jdbc;
    requires org.tukaani.xz;

    exports dev.reprise.postgres;
}
