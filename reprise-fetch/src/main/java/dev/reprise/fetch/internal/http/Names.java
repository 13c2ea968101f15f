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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
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

    /**
     * Make sure that a name's addresses are known, then go on: at once if they are, else on a resolver thread.
     *
     * @param over whether nobody waits any more; then a name that hangs does not hold up those behind it
     * @param then hears null, or why there is no address
     */
    void prepare(String host, BooleanSupplier over, Consumer<@Nullable UnknownHostException> then) {
        if (cached(host) != null) {
            then.accept(null);
            return;
        }
        threads.execute(() -> {
            if (over.getAsBoolean()) {
                return;
            }
            UnknownHostException failure = null;
            try {
                resolve(host);
            } catch (UnknownHostException e) {
                failure = e;
            }
            then.accept(failure);
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
