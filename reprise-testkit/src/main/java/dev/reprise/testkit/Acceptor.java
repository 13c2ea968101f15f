package dev.reprise.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;

/** Accepts for all hosts on one thread. It alone touches the selector's keys; others hand it tasks. */
final class Acceptor implements Runnable {
    private static final int BACKLOG = 1024;
    private static final long PAUSE_WITHOUT_DESCRIPTORS = 10_000_000;

    private final Selector selector;
    private final Queue<FutureTask<?>> tasks = new ConcurrentLinkedQueue<>();

    Acceptor() throws IOException {
        selector = Selector.open();
    }

    /** Takes what was accepted. */
    interface Listener {
        void accepted(SocketChannel channel) throws IOException;
    }

    /** Binds the first address that is free. */
    static ServerSocketChannel bind(InetSocketAddress... candidates) throws IOException {
        BindException failure = new BindException("no address to bind");
        for (InetSocketAddress candidate : candidates) {
            ServerSocketChannel channel = ServerSocketChannel.open();
            try {
                return channel.bind(candidate, BACKLOG);
            } catch (BindException e) {
                channel.close();
                failure = e;
            }
        }
        throw failure;
    }

    /** Begins to accept; before the thread runs, or from a task. */
    SelectionKey register(ServerSocketChannel channel, Listener listener) throws IOException {
        channel.configureBlocking(false);
        return channel.register(selector, SelectionKey.OP_ACCEPT, listener);
    }

    /** Stops accepting and frees the port before it returns; from a task. */
    void unregister(SelectionKey key) throws IOException {
        key.channel().close();
        selector.selectNow(); // a registered channel keeps its descriptor until the next selection
    }

    /** Runs a task on the acceptor's thread and waits for it. */
    void call(IoTask task) {
        FutureTask<?> call = new FutureTask<>(() -> {
            task.run();
            return null;
        });
        tasks.add(call);
        if (!selector.isOpen()) {
            throw new IllegalStateException("the server is closed");
        }
        selector.wakeup();
        try {
            call.get();
        } catch (CancellationException e) {
            throw new IllegalStateException("the server is closed", e);
        } catch (ExecutionException e) {
            throw new UncheckedIOException(new IOException(e.getCause()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** A task that may fail. */
    interface IoTask {
        void run() throws IOException;
    }

    @Override
    public void run() {
        try {
            while (true) {
                selector.select(Acceptor::accept);
                for (FutureTask<?> task = tasks.poll(); task != null; task = tasks.poll()) {
                    task.run();
                }
            }
        } catch (ClosedSelectorException closed) {
            // the end
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            tasks.forEach(task -> task.cancel(false)); // whoever waits for one learns that the server is closed
        }
    }

    private static void accept(SelectionKey key) {
        try {
            SocketChannel channel = ((ServerSocketChannel) key.channel()).accept();
            if (channel != null) {
                ((Listener) key.attachment()).accepted(channel);
            }
        } catch (IOException e) {
            // Out of file descriptors, mostly: the client waits in the backlog until one is free.
            LockSupport.parkNanos(PAUSE_WITHOUT_DESCRIPTORS);
        }
    }

    /** Closes all listeners and ends the thread. */
    void close() throws IOException {
        if (!selector.isOpen()) {
            return;
        }
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
