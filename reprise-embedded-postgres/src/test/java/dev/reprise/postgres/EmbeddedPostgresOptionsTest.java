package dev.reprise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class EmbeddedPostgresOptionsTest {
    private final EmbeddedPostgresOptions options = EmbeddedPostgres.in(Path.of("folder"));

    @Test
    void a_change_leaves_the_old_options_as_they_are() {
        EmbeddedPostgresOptions changed =
                options.port(7).setting("work_mem", "1MB").setting("work_mem", "2MB");

        assertThat(options.port()).isZero();
        assertThat(options.settings()).isEmpty();
        assertThat(changed.folder()).hasValue(Path.of("folder"));
        assertThat(changed.port()).isEqualTo(7);
        assertThat(changed.settings()).hasSize(1).containsEntry("work_mem", "2MB");
    }

    @Test
    void a_port_outside_the_range_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.port(0))
                .withMessage("port: 0; allowed is 1 to 65535");
        assertThatIllegalArgumentException().isThrownBy(() -> options.port(65_536));
    }

    @Test
    void a_setting_that_says_where_the_server_listens_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.setting("Listen_Addresses", "*"))
                .withMessageContaining("setting: Listen_Addresses cannot be changed; allowed is any but");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.setting("work_mem=1 ", "x"))
                .withMessageContaining("setting: work_mem=1 ");
    }
}
