package dev.reprise.policy;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Look at one failure and override the policy, or leave the decision to it.
 *
 * <p>A classifier is isolated: an exception that it throws is kept in the decision, told to listeners and skipped, as
 * if it had returned null. Only {@link InterruptedException}, {@link java.util.concurrent.CancellationException} (also
 * inside a wrapper such as {@link java.util.concurrent.CompletionException}) and errors pass through. It may be called by many threads at once.
 */
@FunctionalInterface
public interface RetryClassifier {
    /**
     * Classify one failure.
     *
     * @param failure what the attempt threw, as it was thrown
     * @param state the attempt, the failures so far, the time and the random of this decision
     * @return the override, or null: the policy decides
     * @throws Exception whatever goes wrong; it is kept and skipped
     */
    @Nullable
    RetryOverride classify(Throwable failure, AttemptState state) throws Exception;

    /**
     * Say which kinds this classifier may claim, so that a policy's {@code check} can warn of a claim that nothing
     * stops.
     *
     * @return the kinds; none by default, which says nothing
     */
    default Set<RetryKind> claims() {
        return Set.of();
    }
}
