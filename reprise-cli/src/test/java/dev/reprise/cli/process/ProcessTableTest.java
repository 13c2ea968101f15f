package dev.reprise.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessTableTest {
    @Test
    void a_name_may_hold_blanks_and_parentheses() {
        assertThat(ProcessTable.Entry.parse("7 (a) S 1 (b)) T 1 70 71 34816 72 4194304 97 0"))
                .isEqualTo(new ProcessTable.Entry(7, 'T', 70, 71, 34816, 72));
    }

    @Test
    void who_ended_does_not_run_even_if_nobody_asked_for_its_status() {
        assertThat(ProcessTable.Entry.parse("7 (sh) Z 1 70 71 0 -1 0 97 0").isRunning())
                .isFalse();
        assertThat(ProcessTable.Entry.parse("7 (sh) T 1 70 71 0 -1 0 97 0").isRunning())
                .isTrue();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void we_run() {
        ProcessTable.Entry self = ProcessTable.self().orElseThrow();
        assertThat(self.pid()).isEqualTo(ProcessHandle.current().pid());
        assertThat(ProcessTable.running()).extracting("pid").contains(self.pid());
    }

    @Test
    void a_process_that_does_not_exist_is_not_there() {
        assertThat(ProcessTable.of(Integer.MAX_VALUE)).isEmpty();
        assertThat(ProcessTable.hasVariable(Integer.MAX_VALUE, "PATH", "")).isFalse();
    }
}
