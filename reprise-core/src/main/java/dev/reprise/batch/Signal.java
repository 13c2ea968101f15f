package dev.reprise.batch;

import java.util.Objects;

/**
 * Tell what came back for one URL: a status, a tag, or a kind of failure.
 *
 * <p>A contents API may put a number beside its tag; that number is never used.
 */
public sealed interface Signal {
    /**
     * Tell an HTTP status.
     *
     * @param code 100 to 999
     * @return the signal
     * @throws IllegalArgumentException if the code is outside this range
     */
    static Signal status(int code) {
        return new Status(code);
    }

    /**
     * Tell the tag that a contents API gave this URL; the set of tags is open.
     *
     * @param name not blank, compared exactly
     * @return the signal
     * @throws IllegalArgumentException if the name is blank
     */
    static Signal tag(String name) {
        return new Tag(name);
    }

    /**
     * Tell a kind of failure.
     *
     * @param kind what went wrong
     * @return the signal
     */
    static Signal failure(FailureKind kind) {
        return new Failure(kind);
    }

    /**
     * Classify an exception by its types and causes, through whatever is wrapped around it.
     *
     * <p>Types are compared by simple name, so that no HTTP client is needed to know its exceptions. The failure's own
     * methods are guarded.
     *
     * @param exception what an attempt threw
     * @return the signal; {@link FailureKind#UNKNOWN} if nothing is recognised
     */
    static Signal of(Throwable exception) {
        return new Failure(ExceptionKinds.of(exception));
    }

    /**
     * Classify an exception by the name of its class, which need not exist.
     *
     * @param className a simple, qualified or nested class name; only what follows the last dot or dollar counts
     * @return the signal; {@link FailureKind#UNKNOWN} if the name is not recognised
     */
    static Signal ofException(String className) {
        return new Failure(ExceptionKinds.ofName(className));
    }

    /**
     * Hold an HTTP status.
     *
     * @param code 100 to 999
     */
    record Status(int code) implements Signal {
        /** {@inheritDoc} */
        public Status {
            if (code < 100 || code > 999) {
                throw new IllegalArgumentException("status: " + code + " is not a status; allowed are 100 to 999");
            }
        }

        @Override
        public String toString() {
            return Integer.toString(code);
        }
    }

    /**
     * Hold a tag of the contents API.
     *
     * @param name the tag, not blank
     */
    record Tag(String name) implements Signal {
        /** {@inheritDoc} */
        public Tag {
            if (Objects.requireNonNull(name, "name").isBlank()) {
                throw new IllegalArgumentException("tag: a blank text is not a tag");
            }
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /**
     * Hold a kind of failure.
     *
     * @param kind what went wrong
     */
    record Failure(FailureKind kind) implements Signal {
        /** {@inheritDoc} */
        public Failure {
            Objects.requireNonNull(kind, "kind");
        }

        @Override
        public String toString() {
            return kind.name();
        }
    }
}
