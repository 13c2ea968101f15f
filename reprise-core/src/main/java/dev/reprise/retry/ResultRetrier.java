package dev.reprise.retry;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Retry calls whose results may be rejected; made by {@link Retrier#rejectIf}, whose settings it keeps.
 *
 * @param <T> the type of the results
 */
public final class ResultRetrier<T extends @Nullable Object> {
    private final Retrier retrier;
    private final Predicate<? super T> rejected;
    private final Ending ending;

    private ResultRetrier(Retrier retrier, Predicate<? super T> rejected, Ending ending) {
        this.retrier = retrier;
        this.rejected = rejected;
        this.ending = ending;
    }

    static <T extends @Nullable Object> ResultRetrier<T> of(Retrier retrier, Predicate<? super T> rejected) {
        return new ResultRetrier<>(retryingRejected(retrier), rejected, Ending.THROWN);
    }

    /** {@return a retrier that takes a rejected result for a failure to retry, beside what it retries already} */
    static Retrier retryingRejected(Retrier retrier) {
        List<Class<? extends Throwable>> retried =
                new ArrayList<>(retrier.policy().retryOn());
        if (retried.stream().noneMatch(type -> type.isAssignableFrom(RejectedResult.class))) {
            retried.add(RejectedResult.class);
        }
        // The same warnings: a result may be rejected by a new copy for each call, and no type is warned of.
        return retrier.with(copy -> copy.policy = copy.policy.retryOn(retried));
    }

    /**
     * Return a rejected result of the last attempt to the caller, instead of throwing it as a {@link RejectedResult}.
     *
     * @return a changed copy
     */
    public ResultRetrier<T> returnLast() {
        return new ResultRetrier<>(retrier, rejected, Ending.RETURNED_IF_REJECTED);
    }

    /**
     * Make a call as {@link Retrier#call} does.
     *
     * @param call one attempt
     * @param <X> the checked exception of an attempt
     * @return the first result that is not rejected; after {@link #returnLast}, also the last one that is
     * @throws RejectedResult if the last result is rejected, and not returned
     * @throws X the failure of the last attempt, itself
     * @throws InterruptedException if an attempt throws it
     */
    public <X extends Throwable> T call(Call<T, X> call) throws X, InterruptedException {
        return retrier.sync(Objects.requireNonNull(call, "call"), rejected).<X>valueOrThrow(ending);
    }

    /**
     * Make a call as {@link #call} does, and tell how it ended instead of throwing the failure.
     *
     * @param call one attempt
     * @return the value, or the failure and the reason: a {@link RejectedResult}, also after {@link #returnLast}
     * @throws InterruptedException if an attempt throws it; a cancellation and an error are passed on, too
     */
    public RetryResult<T> tryCall(Call<T, ?> call) throws InterruptedException {
        return retrier.sync(Objects.requireNonNull(call, "call"), rejected).result();
    }

    /**
     * Make an asynchronous call as {@link Retrier#callAsync} does.
     *
     * @param call begins one attempt
     * @return completes as the last attempt does, with a {@link RejectedResult} if its result is rejected and not
     *     returned
     */
    public CompletableFuture<T> callAsync(Call<? extends CompletionStage<T>, ?> call) {
        return retrier.async(Objects.requireNonNull(call, "call"), rejected, ending)
                .start();
    }

    /**
     * Wrap a call, so that each use of it is retried.
     *
     * @param call one attempt
     * @param <X> the checked exception of an attempt
     * @return makes the call as {@link #call} does
     */
    public <X extends Throwable> Call<T, X> wrap(Call<T, X> call) {
        Objects.requireNonNull(call, "call");
        return () -> call(call);
    }

    /**
     * Wrap a supplier, so that each use of it is retried.
     *
     * @param supplier one attempt
     * @return gets as {@link #call} calls
     */
    public Supplier<T> wrapSupplier(Supplier<T> supplier) {
        Objects.requireNonNull(supplier, "supplier");
        return () -> Unchecked.call(wrap(supplier::get));
    }

    /**
     * Wrap a function, so that each use of it is retried.
     *
     * @param function one attempt
     * @param <A> the type of the argument
     * @return applies as {@link #call} calls
     */
    public <A extends @Nullable Object> Function<A, T> wrapFunction(Function<A, T> function) {
        Objects.requireNonNull(function, "function");
        return argument -> Unchecked.call(wrap(() -> function.apply(argument)));
    }

    /** Say the settings of the retrier, and what becomes of a rejected result in the end. */
    @Override
    public String toString() {
        return retrier + (ending == Ending.RETURNED_IF_REJECTED ? " rejectIf returnLast" : " rejectIf");
    }
}
