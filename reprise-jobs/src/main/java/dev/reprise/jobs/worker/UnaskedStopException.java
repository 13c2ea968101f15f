package dev.reprise.jobs.worker;

/**
 * Reports an interrupt, a cancellation or an error that a handler threw and nobody had asked it for: a failure like any
 * other, which a decision would otherwise pass on instead of deciding.
 */
final class UnaskedStopException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnaskedStopException(Throwable cause) {
        super("the handler threw " + cause.getClass().getName() + ", and nobody had asked it to stop", cause);
    }
}
