package dev.reprise.policy;

import dev.reprise.internal.Interrupts;
import dev.reprise.internal.Wrappers;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ask several classifiers in turn; the first override wins.
 *
 * <p>The decider asks the members itself, so that a broken one appears in the decision by name. Only a caller
 * outside a decision meets {@link #classify}, which skips broken members in silence.
 */
final class ComposedClassifier implements RetryClassifier {
    private final List<RetryClassifier> members;

    private ComposedClassifier(List<RetryClassifier> members) {
        this.members = members;
    }

    /** Compose classifiers in this order; composed members are replaced by their own members. */
    static ComposedClassifier of(RetryClassifier... classifiers) {
        Objects.requireNonNull(classifiers, "classifiers");
        List<RetryClassifier> members = new ArrayList<>();
        for (RetryClassifier classifier : classifiers) {
            if (Objects.requireNonNull(classifier, "classifier") instanceof ComposedClassifier composed) {
                members.addAll(composed.members);
            } else {
                members.add(classifier);
            }
        }
        return new ComposedClassifier(List.copyOf(members));
    }

    /** Return the members, in the order they are asked; none of them is composed. */
    List<RetryClassifier> members() {
        return members;
    }

    @Override
    public @Nullable RetryOverride classify(Throwable failure, AttemptState state) throws Exception {
        for (int i = 0; i < members.size(); i++) {
            try {
                RetryOverride override = members.get(i).classify(failure, state);
                if (override != null) {
                    return override;
                }
            } catch (Exception skipped) {
                if (Interrupts.isOne(Wrappers.unwrap(skipped))) {
                    throw skipped;
                }
                // As if it had returned null.
            }
        }
        return null;
    }

    /** Return whatever a member may claim; one that cannot tell claims nothing. */
    @Override
    public Set<RetryKind> claims() {
        Set<RetryKind> claims = EnumSet.noneOf(RetryKind.class);
        members.forEach(member -> claims.addAll(claimsOf(member)));
        return claims;
    }

    /** Ask foreign code for its claims: a classifier that throws, or returns null, claims nothing. */
    static Set<RetryKind> claimsOf(RetryClassifier classifier) {
        try {
            Set<RetryKind> claims = EnumSet.noneOf(RetryKind.class);
            claims.addAll(classifier.claims());
            return claims;
        } catch (RuntimeException broken) {
            return Set.of();
        }
    }

    @Override
    public String toString() {
        return "compose" + members;
    }
}
