package dev.reprise.retry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The ways in which one and the same call can be made: what a caller sees must not depend on them. */
enum Mode {
    SYNC,
    SYNC_RESULTS,
    SYNC_TRY,
    SYNC_WRAPPED,
    /** The supplier itself throws. */
    ASYNC,
    /** The supplier returns a stage that has failed. */
    ASYNC_FAILED_STAGE,
    /** The supplier returns a stage that completes after the supplier has returned. */
    ASYNC_LATE_STAGE,
    ASYNC_RESULTS,
    /** Attempts after the first run in a pool of real threads. */
    ASYNC_POOL,
    VIRTUAL_SYNC,
    VIRTUAL_ASYNC;

    static {
        if (!VirtualThreads.exist()) {
            System.out.println("This JDK has no virtual threads: the modes " + VIRTUAL_SYNC + " and " + VIRTUAL_ASYNC
                    + " are left out.");
        }
    }

    static List<Mode> all() {
        List<Mode> modes = new ArrayList<>(Arrays.asList(values()));
        modes.removeIf(mode -> mode.isVirtual() && !VirtualThreads.exist());
        return modes;
    }

    static List<Mode> sync() {
        return all().stream().filter(Mode::isSync).toList();
    }

    static List<Mode> async() {
        return all().stream().filter(mode -> !mode.isSync()).toList();
    }

    boolean isSync() {
        return name().contains("SYNC") && !name().contains("ASYNC");
    }

    private boolean isVirtual() {
        return name().startsWith("VIRTUAL");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
