package dev.reprise.policy;

import java.util.Objects;

/** Name a classifier in an explanation: by its own text if it has one, else by its class. */
final class ClassifierNames {
    private static final String LAMBDA = "$$Lambda";

    private ClassifierNames() {}

    /** Return a name; never throws, though a classifier is foreign code. */
    static String of(RetryClassifier classifier) {
        String type = classifier.getClass().getName();
        try {
            // Annotated as never null, which foreign code need not know.
            String own = Objects.requireNonNullElse(classifier.toString(), "");
            if (!own.isBlank() && !own.startsWith(type + "@")) {
                return own;
            }
        } catch (RuntimeException broken) {
            return type;
        }
        // The JVM numbers the classes of lambdas, anew in each run.
        int lambda = type.indexOf(LAMBDA);
        return lambda < 0 ? type : type.substring(0, lambda + LAMBDA.length());
    }
}
