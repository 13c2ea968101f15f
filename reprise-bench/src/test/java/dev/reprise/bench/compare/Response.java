package dev.reprise.bench.compare;

/** What the service answers. */
record Response(int status) {}
