package dev.reprise.fetch.internal.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.apache.hc.client5.http.DnsResolver;
import org.jspecify.annotations.Nullable;

/**
 * Resolve names on threads of its own: the system's resolver blocks for seconds, and would block an I/O thread and
 * every host on it.
 */
final class Names implements DnsResolver, AutoCloseable {
    private static final int THREADS = 16;
    private static final int CACHED = 10_000;
    private static final long FRESH_NANOS = Duration.ofSeconds(60).toNanos();

    private final ExecutorService threads;
    private final Map<String, Known> cache = new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
            return size() > CACHED;
        }
    };

    Names() {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "reprise-names");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        threads = pool;
    }

    /** Make sure that a name's addresses are known, then go on: at once if they are, else on a resolver thread. */
    void prepare(String host, BiConsumer<InetAddress[], @Nullable UnknownHostException> then) {
        InetAddress[] known = cached(host);
        if (known != null) {
            then.accept(known, null);
            return;
        }
        threads.execute(() -> {
            InetAddress[] found;
            try {
                found = lookUp(host);
            } catch (UnknownHostException e) {
                then.accept(new InetAddress[0], e);
                return;
            }
            then.accept(found, null);
        });
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        InetAddress[] known = cached(host);
        return known != null ? known : lookUp(host);
    }

    @Override
    public String resolveCanonicalHostname(String host) {
        return host;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private InetAddress[] lookUp(String host) throws UnknownHostException {
        InetAddress[] found = InetAddress.getAllByName(host);
        synchronized (cache) {
            cache.put(host, new Known(found, System.nanoTime()));
        }
        return found;
    }

    private InetAddress @Nullable [] cached(String host) {
        synchronized (cache) {
            Known known = cache.get(host);
            return known != null && System.nanoTime() - known.at < FRESH_NANOS ? known.addresses : null;
        }
    }

    private static final class Known {
        final InetAddress[] addresses;
        final long at;

        Known(InetAddress[] addresses, long at) {
            this.addresses = addresses;
            this.at = at;
        }
    }
}
