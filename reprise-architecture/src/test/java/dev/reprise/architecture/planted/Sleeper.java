package dev.reprise.architecture.planted;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Sleeps in each way there is: the scanner must find them all. Never called. */
public final class Sleeper {

    interface Pause {
        void take(long millis) throws InterruptedException;
    }

    private Sleeper() {}

    static void inThread() throws InterruptedException {
        Thread.sleep(1);
    }

    static void inUnits() throws InterruptedException {
        TimeUnit.SECONDS.sleep(1);
    }

    static void parked() {
        LockSupport.parkNanos(1);
    }

    static Pause byReference() {
        return Thread::sleep;
    }
}
