package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

class ByteSizesTest {
    private final ByteSizes sizes = new ByteSizes();

    @Test
    void reads_bytes_and_binary_units() {
        assertThat(sizes.convert("0")).isZero();
        assertThat(sizes.convert("1500")).isEqualTo(1500);
        assertThat(sizes.convert("64KiB")).isEqualTo(65_536);
        assertThat(sizes.convert("10MiB")).isEqualTo(10_485_760);
        assertThat(sizes.convert("2GiB")).isEqualTo(2_147_483_648L);
    }

    @Test
    void refuses_everything_else() {
        for (String text :
                List.of("", "-1", "1.5MiB", "10MB", "10 MiB", "10mib", "99999999999GiB", "9223372036854775808")) {
            assertThatThrownBy(() -> sizes.convert(text))
                    .as(text)
                    .isInstanceOf(TypeConversionException.class)
                    .hasMessageStartingWith("`" + text + "` is not a size; allowed is a number of bytes");
        }
    }

    @Test
    void writes_the_largest_unit_that_fits() {
        assertThat(ByteSizes.format(0)).isEqualTo("0 B");
        assertThat(ByteSizes.format(1023)).isEqualTo("1023 B");
        assertThat(ByteSizes.format(1536)).isEqualTo("1.5 KiB");
        assertThat(ByteSizes.format(10_485_760)).isEqualTo("10.0 MiB");
        assertThat(ByteSizes.format(5L << 30)).isEqualTo("5.0 GiB");
    }
}
