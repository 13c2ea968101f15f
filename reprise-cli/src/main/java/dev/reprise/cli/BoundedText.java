package dev.reprise.cli;

import java.util.function.BooleanSupplier;

/**
 * A text that a search may look at so often and no longer: some regular expressions take longer than anybody waits, and
 * a matcher has no other way to be stopped.
 */
final class BoundedText implements CharSequence {
    /** Ends a search. */
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Exhausted() {
            super("the search took too long", null, false, false);
        }
    }

    private final String text;
    private final BooleanSupplier isStopped;
    private long left;

    /**
     * Begins to count.
     *
     * @param most how many characters may be asked for
     * @param isStopped whether nobody wants to know any more
     */
    BoundedText(String text, long most, BooleanSupplier isStopped) {
        this.text = text;
        this.left = most;
        this.isStopped = isStopped;
    }

    @Override
    public char charAt(int index) {
        if (left-- <= 0 || isStopped.getAsBoolean()) {
            throw new Exhausted();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int from, int to) {
        return text.substring(from, to);
    }

    @Override
    public String toString() {
        return text;
    }
}
