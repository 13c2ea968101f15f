package dev.reprise.policy;

import dev.reprise.http.HttpFailures;
import dev.reprise.internal.Wrappers;
import java.util.BitSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tell passing failures from lasting ones. The first match wins:
 *
 * <ol>
 *   <li>an excluded simple name: no override;
 *   <li>TRANSIENT: the JDK's connection and time-out types ({@code java.net}, {@code java.nio}, {@code java.net.http},
 *       {@code java.util.concurrent}), {@code SQLTransientException}, SQL states 08*, 40001, 40P01, 57P01 to 57P03 and
 *       53300; a transient simple name; a transient HTTP status;
 *   <li>NON_RETRYABLE: a non-retryable HTTP status;
 *   <li>no override.
 * </ol>
 *
 * <p>It never claims INDEFINITE and never gives a delay. Known wrappers are looked through, as
 * by {@link HttpFailures}. A set that is passed <em>replaces</em> the default. Instances are immutable; made by
 * {@link RetryClassifiers#failureTaxonomy()}.
 */
public final class FailureTaxonomy implements RetryClassifier {
    static final FailureTaxonomy DEFAULT = new FailureTaxonomy(
            Set.of(), TransientNames.DEFAULT, HttpStatuses.DEFAULT_TRANSIENT, HttpStatuses.DEFAULT_NON_RETRYABLE);

    private final Set<String> excludedNames;
    private final TransientNames transientNames;
    private final BitSet transientStatuses;
    private final BitSet nonRetryableStatuses;

    /** Whether the name of a class tells nothing: most do not, and the class remembers it. */
    private final ClassValue<Boolean> namesNothing = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            String name = SimpleNames.of(type);
            return !excludedNames.contains(name) && !transientNames.contain(name);
        }
    };

    private FailureTaxonomy(
            Set<String> excludedNames,
            TransientNames transientNames,
            BitSet transientStatuses,
            BitSet nonRetryableStatuses) {
        this.excludedNames = excludedNames;
        this.transientNames = transientNames;
        this.transientStatuses = transientStatuses;
        this.nonRetryableStatuses = nonRetryableStatuses;
    }

    /**
     * Leave failures of these classes to the policy, whatever else would recognise them.
     *
     * @param names simple class names, matched exactly; empty by default
     * @return a taxonomy with this set
     * @throws IllegalArgumentException if a name is no simple class name
     */
    public FailureTaxonomy excludedNames(Set<String> names) {
        return new FailureTaxonomy(
                SimpleNames.require("excludedNames", names), transientNames, transientStatuses, nonRetryableStatuses);
    }

    /**
     * Recognise failures of these classes as TRANSIENT.
     *
     * @param names simple class names, instead of the default {@code Timeout}, {@code ConnectTimeout},
     *     {@code ReadTimeout}, {@code WriteTimeout}, {@code PoolTimeout}, {@code TimeoutError}, {@code ConnectError},
     *     {@code ConnectTimeoutError}, {@code ReadTimeoutError}, {@code ServerTimeoutError}, {@code ConnectionError},
     *     {@code ConnectionResetError}, {@code ConnectionRefusedError}, {@code ConnectionAbortedError}, and the same
     *     ending in {@code Exception}
     * @return a taxonomy with this set
     * @throws IllegalArgumentException if a name is no simple class name
     */
    public FailureTaxonomy transientNames(Set<String> names) {
        return new FailureTaxonomy(
                excludedNames,
                transientNames.withNames(SimpleNames.require("transientNames", names)),
                transientStatuses,
                nonRetryableStatuses);
    }

    /**
     * Recognise also names that only end in a transient name, such as {@code MyTimeoutException}; off by default, and
     * never for excluded names.
     *
     * @return a taxonomy that matches by suffix
     */
    public FailureTaxonomy matchSuffixes() {
        return new FailureTaxonomy(
                excludedNames, transientNames.withSuffixes(), transientStatuses, nonRetryableStatuses);
    }

    /**
     * Recognise these HTTP statuses as TRANSIENT; they win over the non-retryable ones.
     *
     * @param statuses statuses from 100 to 999, instead of the default 408, 425 and 500 to 599
     * @return a taxonomy with this set
     * @throws IllegalArgumentException if a status is outside its range
     */
    public FailureTaxonomy transientStatuses(Set<Integer> statuses) {
        return new FailureTaxonomy(
                excludedNames,
                transientNames,
                HttpStatuses.require("transientStatuses", statuses),
                nonRetryableStatuses);
    }

    /**
     * Recognise these HTTP statuses as NON_RETRYABLE.
     *
     * @param statuses statuses from 100 to 999, instead of the default 400 to 499 without 408, 425 and 429
     * @return a taxonomy with this set
     * @throws IllegalArgumentException if a status is outside its range
     */
    public FailureTaxonomy nonRetryableStatuses(Set<Integer> statuses) {
        return new FailureTaxonomy(
                excludedNames,
                transientNames,
                transientStatuses,
                HttpStatuses.require("nonRetryableStatuses", statuses));
    }

    @Override
    public @Nullable RetryOverride classify(Throwable failure, AttemptState state) {
        Throwable inner = Wrappers.unwrap(failure);
        boolean named = !namesNothing.get(inner.getClass());
        if (named && excludedNames.contains(SimpleNames.of(inner.getClass()))) {
            return null;
        }
        // A name that tells something, and is not excluded, is a transient one.
        if (named || TransientTypes.contain(inner)) {
            return RetryOverride.kind(RetryKind.TRANSIENT);
        }
        int status = HttpFailures.status(failure);
        if (transientStatuses.get(status)) {
            return RetryOverride.kind(RetryKind.TRANSIENT);
        }
        return nonRetryableStatuses.get(status) ? RetryOverride.kind(RetryKind.NON_RETRYABLE) : null;
    }

    @Override
    public Set<RetryKind> claims() {
        return Set.of(RetryKind.TRANSIENT, RetryKind.NON_RETRYABLE);
    }

    @Override
    public String toString() {
        return "failureTaxonomy()";
    }
}
