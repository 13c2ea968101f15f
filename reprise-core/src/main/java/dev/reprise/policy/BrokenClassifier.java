package dev.reprise.policy;

import java.util.Objects;

/**
 * Keep what a classifier threw instead of classifying: it was skipped, and the decision was made without it.
 *
 * @param classifier the classifier that broke
 * @param exception what it threw
 */
public record BrokenClassifier(RetryClassifier classifier, Exception exception) {
    /** {@inheritDoc} */
    public BrokenClassifier {
        Objects.requireNonNull(classifier, "classifier");
        Objects.requireNonNull(exception, "exception");
    }

    /** Name the two classes; the exception's own text is foreign code and is not asked. */
    @Override
    public String toString() {
        return classifier.getClass().getName() + " threw "
                + exception.getClass().getName();
    }
}
