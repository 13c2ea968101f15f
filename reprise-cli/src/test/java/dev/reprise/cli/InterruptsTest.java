package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fetch.FetchProgress;
import dev.reprise.fetch.FetchRun;
import dev.reprise.fetch.FetchSummary;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InterruptsTest {
    private final List<String> calls = new ArrayList<>();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Interrupts interrupts = new Interrupts(new NotedRun(), console(), false);

    @Test
    void without_a_signal_the_run_decides_the_exit_code() {
        assertThat(interrupts.exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void the_first_signal_drains_and_the_second_aborts() {
        interrupts.received(ExitCode.INTERRUPTED);
        assertThat(calls).containsExactly("drain");
        interrupts.received(ExitCode.TERMINATED);
        assertThat(calls).containsExactly("drain", "abort");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("finishing what is in flight; once more ends at once", "ending at once");
    }

    @Test
    void the_exit_code_is_that_of_the_first_signal() {
        interrupts.received(ExitCode.TERMINATED);
        interrupts.received(ExitCode.INTERRUPTED);
        assertThat(interrupts.exitCode()).isEqualTo(ExitCode.TERMINATED);
    }

    private Console console() {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Console(new ByteArrayInputStream(new byte[0]), stream, stream, stream, stream, Map.of(), false);
    }

    private final class NotedRun implements FetchRun {
        @Override
        public FetchProgress progress() {
            throw new AssertionError("not asked for");
        }

        @Override
        public void drain() {
            calls.add("drain");
        }

        @Override
        public void abort() {
            calls.add("abort");
        }

        @Override
        public FetchSummary await() {
            throw new AssertionError("not asked for");
        }
    }
}
