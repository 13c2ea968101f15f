package dev.reprise;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;

/**
 * Try the interleavings of a small state machine, and fail with the one that no order of its operations explains.
 *
 * <p>A machine is a public class with a public constructor and {@code @Operation} methods; its operations run on two
 * threads, after one on one thread, and must give what some order of them gives when run one after the other.
 */
public final class Interleavings {
    /** The longest loop of ours is no waiting loop; lincheck takes more turns than this for one that waits. */
    private static final int LONGEST_LOOP = 50;

    private Interleavings() {}

    /** Check that the machine is linearizable and that no thread waits for another. */
    public static void check(Class<?> machine) {
        new ModelCheckingOptions()
                .threads(2)
                .actorsBefore(1)
                .actorsPerThread(3)
                .actorsAfter(1)
                .iterations(25)
                .invocationsPerIteration(60)
                .loopIterationsBeforeThreadSwitch(LONGEST_LOOP)
                .checkObstructionFreedom(true)
                .check(machine);
    }
}
