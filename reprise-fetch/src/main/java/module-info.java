/** Fetches a URL list politely, resumably, and says why. */
module dev.reprise.fetch {
    requires static org.jspecify;
    requires tools.jackson.core;
}
