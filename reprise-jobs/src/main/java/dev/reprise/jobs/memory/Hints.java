package dev.reprise.jobs.memory;

import dev.reprise.jobs.store.Subscription;
import dev.reprise.jobs.store.WakeListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners what happened, each on a thread of its own; what happens while one is told is told once. */
final class Hints {
    private static final Logger LOG = LoggerFactory.getLogger(Hints.class);

    private final List<Listening> listening = new CopyOnWriteArrayList<>();

    void work() {
        listening.forEach(one -> one.tell(true, false));
    }

    void cancel() {
        listening.forEach(one -> one.tell(false, true));
    }

    Subscription subscribe(WakeListener listener) {
        Listening one = new Listening(listener);
        listening.add(one);
        one.start();
        return one;
    }

    private final class Listening implements Subscription {
        private final WakeListener listener;
        private final Thread thread;
        private boolean hasWork;
        private boolean hasCancel;
        private boolean isClosed;

        Listening(WakeListener listener) {
            this.listener = listener;
            thread = new Thread(this::run, "reprise-memory-hints");
            thread.setDaemon(true);
        }

        void start() {
            thread.start();
        }

        synchronized void tell(boolean work, boolean cancel) {
            hasWork |= work;
            hasCancel |= cancel;
            notifyAll();
        }

        @Override
        public synchronized boolean isLive() {
            return !isClosed;
        }

        @Override
        public void close() {
            listening.remove(this);
            synchronized (this) {
                isClosed = true;
                notifyAll();
            }
        }

        private void run() {
            while (true) {
                boolean work;
                boolean cancel;
                synchronized (this) {
                    if (!awaitNews()) {
                        return;
                    }
                    work = hasWork;
                    cancel = hasCancel;
                    hasWork = false;
                    hasCancel = false;
                }
                call(work, cancel);
            }
        }

        private synchronized boolean awaitNews() {
            while (!isClosed && !hasWork && !hasCancel) {
                try {
                    wait();
                } catch (InterruptedException nobodyAsksThisThread) {
                    isClosed = true;
                }
            }
            return !isClosed;
        }

        private void call(boolean work, boolean cancel) {
            try {
                if (work) {
                    listener.onWork();
                }
                if (cancel) {
                    listener.onCancel();
                }
            } catch (RuntimeException broken) {
                LOG.warn("A listener of jobs failed; it is told the next time as well", broken);
            }
        }
    }
}
