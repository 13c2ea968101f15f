package dev.reprise.fetch.internal.http;

import dev.reprise.fetch.internal.url.FetchUrl;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.async.MinimalHttpAsyncClient;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.AsyncClientEndpoint;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Send single requests over HTTP/1.1, many at once on two I/O threads.
 *
 * <p>HttpClient's minimal client is used on purpose: its own retries, redirects, cookies, authentication and proxies
 * do not exist there, since the engine decides all of that.
 */
public final class PageClient implements Transport, AutoCloseable {
    private static final int IO_THREADS = 2;
    private static final Set<String> SENSITIVE = Set.of("authorization", "cookie", "proxy-authorization");

    private final ClientSettings settings;
    private final RequestConfig requestConfig;
    private final Names names = new Names();
    private final MinimalHttpAsyncClient client;

    private PageClient(ClientSettings settings) {
        this.settings = settings;
        this.requestConfig = RequestConfig.custom()
                .setConnectionRequestTimeout(Timeout.DISABLED)
                .build();
        PoolingAsyncClientConnectionManager connections = PoolingAsyncClientConnectionManagerBuilder.create()
                .setDnsResolver(names)
                .setMaxConnTotal(settings.connections())
                .setMaxConnPerRoute(settings.perHost())
                .setDefaultTlsConfig(TlsConfig.custom()
                        .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1)
                        .build())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(timeout(settings.connectTimeout()))
                        .setSocketTimeout(timeout(settings.responseTimeout()))
                        .setIdleTimeout(Timeout.ofSeconds(30))
                        .build())
                .build();
        client = HttpAsyncClients.createMinimal(
                H2Config.DEFAULT,
                Http1Config.custom().setBufferSize(16 * 1024).build(),
                IOReactorConfig.custom()
                        .setIoThreadCount(IO_THREADS)
                        .setTcpNoDelay(true)
                        .setSoKeepAlive(true)
                        .setSelectInterval(TimeValue.ofMilliseconds(50))
                        .build(),
                connections);
    }

    /** Start a client. */
    public static PageClient start(ClientSettings settings) {
        PageClient client = new PageClient(settings);
        client.client.start();
        return client;
    }

    @Override
    public Sent send(PageRequest request, Consumer<Hop> done) {
        Exchange exchange = new Exchange(request, message(request), settings.maxBytes(), done);
        names.prepare(connectName(request.url()), exchange::over, failure -> {
            if (failure != null) {
                exchange.failed(failure);
            } else if (!exchange.over()) {
                connect(exchange, host(request.url()));
            }
        });
        return exchange;
    }

    // A connection is leased by hand, since the client's own execute() asks for the request before the connection
    // stands. The lease is never cancelled: HttpClient would still lease the connection, and nobody gave it back.
    private void connect(Exchange exchange, HttpHost host) {
        HttpClientContext context = HttpClientContext.create();
        context.setRequestConfig(requestConfig);
        Future<?> unused = client.lease(host, context, new FutureCallback<>() {
            @Override
            public void completed(AsyncClientEndpoint connection) {
                exchange.connected(connection, context);
            }

            @Override
            public void failed(Exception cause) {
                exchange.failed(cause);
            }

            @Override
            public void cancelled() {
                exchange.cancel();
            }
        });
    }

    @Override
    public void close() {
        client.close(CloseMode.IMMEDIATE);
        names.close();
    }

    private HttpRequest message(PageRequest request) {
        FetchUrl url = request.url();
        BasicHttpRequest message = new BasicHttpRequest(Method.GET, host(url), url.target());
        message.addHeader("User-Agent", settings.userAgent());
        message.addHeader("Accept", "*/*");
        message.addHeader("Accept-Encoding", "gzip, deflate");
        for (Map.Entry<String, String> header : settings.headers()) {
            if (request.sameOrigin() || !SENSITIVE.contains(header.getKey().toLowerCase(Locale.ROOT))) {
                message.setHeader(header.getKey(), header.getValue());
            }
        }
        if (request.cookies() != null) {
            message.addHeader("Cookie", request.cookies());
        }
        return message;
    }

    // The default port is left out, since the Host header is made of this.
    private static HttpHost host(FetchUrl url) {
        boolean defaultPort = url.port() == (url.isHttps() ? 443 : 80);
        return new HttpHost(url.scheme(), connectName(url), defaultPort ? -1 : url.port());
    }

    private static String connectName(FetchUrl url) {
        String host = url.host();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static Timeout timeout(Duration duration) {
        return Timeout.of(duration);
    }
}
