package dev.reprise.fetch.internal.journal;

/** Says why a line is no outcome line. */
final class DamagedLineException extends Exception {
    private static final long serialVersionUID = 1L;

    DamagedLineException(String reason) {
        super(reason, null, false, false);
    }
}
