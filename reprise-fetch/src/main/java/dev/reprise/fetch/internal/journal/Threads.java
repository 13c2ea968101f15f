package dev.reprise.fetch.internal.journal;

/** Starts and ends the threads of a writer. */
final class Threads {
    private Threads() {}

    static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Waits for the end of a thread, also when interrupted; the interrupt is kept for later. */
    static void join(Thread thread) {
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
