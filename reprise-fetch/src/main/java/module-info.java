/** Fetches a URL list politely, resumably, and says why. */
module dev.reprise.fetch {
    requires dev.reprise.core;
    requires org.apache.httpcomponents.client5.httpclient5;
    requires org.apache.httpcomponents.core5.httpcore5;
    requires org.apache.httpcomponents.core5.httpcore5.h2;
    requires static org.jspecify;
    requires tools.jackson.core;

    exports dev.reprise.fetch;
}
