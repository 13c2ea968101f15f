/** Serves HTTP faults from a real server on loopback, for tests of clients. */
module dev.reprise.testkit {
    requires static org.jspecify;

    exports dev.reprise.testkit;
}
