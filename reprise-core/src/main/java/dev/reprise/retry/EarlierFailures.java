package dev.reprise.retry;

import dev.reprise.internal.Causes;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The failures of the attempts before the last, the latest ten of them. */
final class EarlierFailures implements Iterable<Throwable> {
    static final int MOST = 10;

    /** One lock for all: two failures that are joined by two threads must not end up inside each other. */
    static final Object JOINING = new Object();

    static final Iterable<Throwable> NONE = List.of();
    private static final int DEEPEST_LOOK = 200;

    private Throwable[] latest;
    private int size = 1;

    /** Keep the first. */
    EarlierFailures(Throwable first) {
        // Most calls that are retried at all fail no more than twice.
        latest = new Throwable[] {first};
    }

    void add(Throwable failure) {
        if (size == MOST) {
            System.arraycopy(latest, 1, latest, 0, --size);
        } else if (size == latest.length) {
            latest = Arrays.copyOf(latest, MOST);
        }
        latest[size++] = failure;
    }

    @Override
    public Iterator<Throwable> iterator() {
        return Arrays.asList(latest).subList(0, size).iterator();
    }

    /** Put them on something that passes through. */
    void join(Throwable passing) {
        if (passing instanceof VirtualMachineError) {
            // There may be no memory, or no stack, for anything but throwing it.
            return;
        }
        synchronized (JOINING) {
            for (Throwable one : this) {
                // It may be a constant, which would collect them for ever.
                if (passing.getSuppressed().length < MOST && mayJoin(one, passing)) {
                    passing.addSuppressed(one);
                }
            }
        }
    }

    /**
     * Tell whether one failure may be suppressed by another: not itself, not twice, and never so that the other comes
     * back inside it, because what prints throwables need not survive a circle.
     */
    static boolean mayJoin(Throwable earlier, Throwable last) {
        for (Throwable suppressed : last.getSuppressed()) {
            if (suppressed == earlier) {
                return false;
            }
        }
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        ArrayDeque<Throwable> open = new ArrayDeque<>();
        open.add(earlier);
        for (Throwable next = open.poll(); next != null; next = open.poll()) {
            if (next == last || seen.size() == DEEPEST_LOOK) {
                return false;
            }
            if (seen.add(next)) {
                @Nullable Throwable cause = Causes.of(next);
                if (cause != null) {
                    open.add(cause);
                }
                Collections.addAll(open, next.getSuppressed());
            }
        }
        return true;
    }
}
