package dev.reprise.jobs.worker;

import dev.reprise.jobs.Ending;
import dev.reprise.jobs.JobCodec;
import dev.reprise.jobs.JobContext;
import dev.reprise.jobs.JobHandler;
import dev.reprise.jobs.JobType;
import dev.reprise.jobs.store.Claimed;
import dev.reprise.policy.PayloadFailure;
import dev.reprise.policy.RetryPolicy;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A type, its handler, and what a running worker knows about both. */
final class Binding<P> {
    private final JobType<P> type;
    private final JobHandler<? super P> handler;
    private final HandlerOptions options;
    private final Policies policies;
    private final JobCodec codec;

    Binding(
            JobType<P> type,
            JobHandler<? super P> handler,
            HandlerOptions options,
            JobCodec codec,
            Duration maxRetryDelay) {
        this.type = type;
        this.handler = handler;
        this.options = options;
        this.codec = codec;
        this.policies = new Policies(type.policy(), maxRetryDelay);
    }

    String name() {
        return type.name();
    }

    HandlerOptions options() {
        return options;
    }

    /** How long this attempt may take: what its row says, else what was said for the handler. */
    @Nullable
    Duration timeout(Claimed claimed) {
        return claimed.timeout() == null ? options.timeout() : claimed.timeout();
    }

    RetryPolicy policy(Claimed claimed) throws BadRowException {
        return policies.of(claimed.kind(), claimed.maxAttempts(), claimed.policy(), claimed.hasOwnPolicy());
    }

    /** Fails before the handler does if the row makes no sense: an own policy that only a failure would read, too. */
    void check(Claimed claimed) throws BadRowException {
        if (claimed.kind() == null || claimed.hasOwnPolicy()) {
            policy(claimed);
        }
    }

    /** Reads the payload and runs the handler. */
    Ending run(Claimed claimed, JobContext context) throws Exception {
        P payload;
        try {
            payload = codec.decode(claimed.payload(), type.payload());
        } catch (Exception | StackOverflowError unreadable) {
            throw PayloadFailure.unreadable(
                    "the payload (" + claimed.payload().length + " bytes) is no "
                            + type.payload().getName(),
                    unreadable);
        }
        Ending ending = handler.run(payload, context);
        if (ending == null) {
            throw new IllegalStateException("the handler of " + type + " returned null; allowed is an Ending");
        }
        return ending;
    }
}
