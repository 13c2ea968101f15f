package dev.reprise.retry;

import dev.reprise.internal.Rethrow;
import org.jspecify.annotations.Nullable;

/** Make a call where no checked exception can be declared. */
final class Unchecked {
    private Unchecked() {}

    /** The body declares none; what it throws undeclared comes out as it was thrown. */
    static <T extends @Nullable Object> T call(Call<T, RuntimeException> call) {
        try {
            return call.call();
        } catch (InterruptedException undeclared) {
            throw Rethrow.<RuntimeException>asItCame(undeclared);
        }
    }
}
