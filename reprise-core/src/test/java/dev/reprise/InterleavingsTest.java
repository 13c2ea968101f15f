package dev.reprise;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The check of interleavings finds what it is for. */
@Timeout(120)
class InterleavingsTest {

    @Test
    void an_update_that_another_thread_can_split_is_found() {
        assertThatThrownBy(() -> Interleavings.check(SplitUpdate.class))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("Invalid execution results");
    }

    /** Reads and writes in two steps. */
    public static class SplitUpdate {
        private volatile int tokens = 1;

        @Operation
        public boolean take() {
            int left = tokens;
            if (left == 0) {
                return false;
            }
            tokens = left - 1;
            return true;
        }

        @Operation
        public int left() {
            return tokens;
        }
    }
}
