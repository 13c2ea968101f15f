package dev.reprise.internal;

import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CancellationException;

/** Recognise that somebody wants the work to end: an interrupt or a cancellation, which is no failure to retry. */
public final class Interrupts {
    private Interrupts() {}

    /**
     * Tell an interrupt or a cancellation from a failure.
     *
     * @param inner what is left after {@link Wrappers#unwrap}
     * @return true for an {@link InterruptedException}, a {@link CancellationException}, and the
     *     {@link ClosedByInterruptException} that an interrupt makes of reading and writing a channel
     */
    public static boolean isOne(Throwable inner) {
        return inner instanceof InterruptedException
                || inner instanceof CancellationException
                || inner instanceof ClosedByInterruptException;
    }
}
