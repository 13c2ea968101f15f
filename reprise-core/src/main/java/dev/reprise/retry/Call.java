package dev.reprise.retry;

/**
 * Make one attempt: any code that returns a value or throws.
 *
 * <p>One checked type besides {@link InterruptedException} comes out of the retrier precisely as the body
 * throws it; several widen to their common supertype.
 *
 * @param <T> the type of the result
 * @param <X> the checked exception that an attempt may throw
 */
@FunctionalInterface
public interface Call<T, X extends Throwable> {
    /**
     * Make the attempt.
     *
     * @return the result
     * @throws X as the body throws it
     * @throws InterruptedException if the thread was interrupted: passed on, never retried
     */
    T call() throws X, InterruptedException;
}
