package dev.reprise.bench.compare;

/** What the service loads. */
record Page(String text) {}
